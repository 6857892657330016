package manifest_test

import (
	"slices"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
)

const composeFile = `
x-probe: &probe
  interval: 15s
  timeout: 5s
services:
  db:
    image: postgres:18
  shop:
    build: {context: ./shop, dockerfile: build/Dockerfile, args: {TARGET: ./cmd/shop}}
    stop_grace_period: 1m30s
    stop_signal: SIGINT
    environment: [DB_URL=postgres://db, EMPTY]
    depends_on: [db]
    entrypoint: ["sh", "-c", "shop serve"]
    healthcheck:
      <<: *probe
      test: ["CMD", "wget", "-qO-", "http://localhost:8080/readyz?full=1"]
      start_period: 20s
  other:
    image: other
    deploy: {restart_policy: {condition: on-failure}}
    env_file: .env
    depends_on: {db: {condition: service_healthy}}
    healthcheck: {disable: true, test: [CMD, x]}
`

func TestCompose(t *testing.T) {
	t.Parallel()
	units, err := manifest.Parse("deploy/compose.yml", []byte(composeFile))
	if err != nil || len(units) != 3 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	u := units[1]
	if u.Name != "shop" || u.Context != "deploy/shop" || u.Dockerfile != "build/Dockerfile" || u.Args["TARGET"] != "./cmd/shop" {
		t.Errorf("built as %+v", u)
	}
	if u.Grace.D != 90*time.Second || !u.Grace.Set || u.Grace.Place.Line != 10 || u.DefaultGrace() != 10*time.Second {
		t.Errorf("grace is %+v", u.Grace)
	}
	if !u.Env["DB_URL"] || !u.Env["EMPTY"] || u.EnvOpen || u.Signal != "SIGINT" || u.Shell != "sh" {
		t.Errorf("environment, signal or shell: %+v", u)
	}
	if len(u.Depends) != 1 || u.Depends[0].Condition != "service_started" {
		t.Errorf("depends on %+v", u.Depends)
	}
	want := manifest.Probe{Kind: "health", Path: "/readyz", Timeout: 5 * time.Second, Period: 15 * time.Second, Delay: 20 * time.Second, Failures: 3, Place: u.Probes[0].Place}
	if len(u.Probes) != 1 || u.Probes[0] != want || want.Place.Line != 17 {
		t.Errorf("the probe is %+v", u.Probes)
	}
	if o := units[2]; o.Restart != "on-failure" || !o.EnvOpen || len(o.Probes) != 0 || o.Depends[0].Condition != "service_healthy" {
		t.Errorf("other is %+v", o)
	}
}

const workloads = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
---
apiVersion: v1
kind: List
items:
- kind: Deployment
  metadata: {name: shop}
  spec:
    template:
      spec:
        terminationGracePeriodSeconds: 5
        containers:
        - name: server
          image: registry.example/shop:1
          env: [{name: PORT, value: "80"}]
          lifecycle: {preStop: {exec: {command: ["sh", "-c", "sleep 7"]}}}
          livenessProbe: {httpGet: {path: /healthz, port: 80}, timeoutSeconds: 2, periodSeconds: 5, failureThreshold: 4, initialDelaySeconds: 3}
          readinessProbe: {grpc: {port: 80}}
        - name: sidecar
          image: proxy
          lifecycle: {preStop: {sleep: {seconds: 2}}}
- kind: CronJob
  metadata: {name: nightly}
  spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: nightly, image: n}]}}}}}
`

func TestKubernetes(t *testing.T) {
	t.Parallel()
	units, err := manifest.Parse("k8s.yaml", []byte(workloads))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, u := range units {
		names = append(names, u.Name)
	}
	if want := []string{"shop/server", "shop/sidecar", "nightly"}; !slices.Equal(names, want) {
		t.Fatalf("units are %v, want %v", names, want)
	}
	u := units[0]
	if u.Grace.D != 5*time.Second || u.PreStop.D != 7*time.Second || units[1].PreStop.D != 2*time.Second || u.DefaultGrace() != 30*time.Second {
		t.Errorf("grace %+v, hooks %+v, %+v", u.Grace, u.PreStop, units[1].PreStop)
	}
	if p := u.Probes[0]; p.Kind != "live" || p.Path != "/healthz" || p.Timeout != 2*time.Second || p.Period != 5*time.Second || p.Failures != 4 || p.Delay != 3*time.Second {
		t.Errorf("the probe is %+v", p)
	}
	if p := u.Probes[1]; p.Kind != "ready" || p.Path != "" || p.Timeout != time.Second {
		t.Errorf("the probe is %+v", p)
	}
}

func TestNoManifest(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a", "- 1\n- 2\n", "services: none\n", "kind: Deployment\n", "a: &a\n  <<: *a\n", "items: [{items: [{items: [{items: [{items: []}]}]}]}]\n",
		"services: {db: {image: postgres}}\nsteps: [{name: test}]\n",                                                // a pipeline
		"services: {db: {ports: [1]}}\n",                                                                            // the configuration of something, or half of a service
		"kind: Deployment\nspec: {template: {spec: {terminationGracePeriodSeconds: 5, containers: [{name: a}]}}}\n", // a patch
		"kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: {{ .Image }}}]}\n",
		"kind: Pod\nmetadata: {name: \"{{ .Name }}\"}\nspec: {containers: [{name: a, image: b}]}\n",
		"kind: Pod\nmetadata: {name: a}\nspec: {terminationGracePeriodSeconds: {{ .Grace }}, containers: [{name: a, image: b}]}\n",
	} {
		if units, _ := manifest.Parse("x.yaml", []byte(text)); len(units) != 0 {
			t.Errorf("%q has units: %+v", text, units)
		}
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{{ .X }}: [ {{ .Y }}":          "x.yaml:1: did not find expected ',' or ']': a template is read as it is rendered, by --manifests -",
		"a: *b":                         "x.yaml: unknown anchor 'b' referenced",
		"a: [":                          "x.yaml:1: did not find expected node content",
		"a: b\n---\na:\n- b\nc: d: e\n": "x.yaml:5: mapping values are not allowed in this context",
		"a: b\n{{ if .X }}\nc: d\n":     "x.yaml:2: could not find expected ':': a template is read as it is rendered, by --manifests -",
	} {
		if _, err := manifest.Parse("x.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q is read with %v, want %s", text, err, want)
		}
	}
}

func TestInterpolation(t *testing.T) {
	t.Parallel()
	units, err := manifest.Parse("compose.yml", []byte("services:\n  a: {image: \"${IMAGE:-${FROM:-}shop:${TAG:-1}}\", stop_grace_period: \"${GRACE:-20s}\"}\n  b: {image: b, stop_grace_period: $GRACE}\n"))
	if err != nil || len(units) != 2 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	if u := units[0]; u.Image != "shop:1" || u.Grace.D != 20*time.Second || !u.Grace.Set {
		t.Errorf("image %s, grace %+v", u.Image, u.Grace)
	}
	if u := units[1]; u.Grace.Set || !u.Grace.Open {
		t.Errorf("grace %+v", u.Grace)
	}
}

func TestDockerfile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, shell, signal string
		line                int
		builds              []string
	}{
		"exec form":          {"FROM golang AS build\nARG TARGET=./cmd/a\nRUN CGO_ENABLED=0 go build \\\n  # why\n  -tags x -o /out $TARGET\nFROM scratch\nSTOPSIGNAL SIGQUIT\nENTRYPOINT [\"/out\"]\n", "", "SIGQUIT", 7, []string{"cmd/b"}},
		"shell form":         {"FROM scratch\nCMD /out serve\n", "CMD", "", 2, nil},
		"exec in a shell":    {"FROM scratch\nENTRYPOINT exec /out\n", "", "", 0, nil},
		"shell in exec form": {"FROM scratch\nENTRYPOINT [\"/bin/sh\", \"-c\", \"/out\"]\n", "ENTRYPOINT", "", 2, nil},
		"inherited":          {"FROM x AS base\nENTRYPOINT /out\nFROM base\nRUN go install\n", "ENTRYPOINT", "", 2, []string{"."}},
		"bash becomes it":    {"FROM scratch\nENTRYPOINT [\"bash\", \"-c\", \"a && /out\"]\n", "", "", 0, nil},
		"bash for a pipe":    {"FROM scratch\nENTRYPOINT [\"bash\", \"-c\", \"/out | tee log\"]\n", "ENTRYPOINT", "", 2, nil},
		"bash is the shell":  {"FROM scratch\nSHELL [\"/bin/bash\", \"-c\"]\nENTRYPOINT /out\n", "", "", 0, nil},
		"tabs":               {"FROM\tscratch\nCMD\t/out serve\n", "CMD", "", 2, nil},
		"quoted flags":       {"FROM golang\nRUN go build -ldflags=\"-X a.io/b/c.V=1 -s\" -ldflags '-X a.io/b.W=2 -w' -o /out ./cmd/c\n", "", "", 0, []string{"cmd/c"}},
		"tools":              {"FROM golang\nRUN go install a.io/tool@latest && go build ./cmd/c\n", "", "", 0, []string{"cmd/c"}},
		"directories":        {"FROM golang\nWORKDIR /src\nCOPY go.mod go.sum ./\nCOPY . .\nRUN cd cmd/c && go build && go build /src/cmd/d/main.go\nRUN cd /tmp && go build .\n", "", "", 0, []string{"cmd/c", "cmd/d"}},
		"copied in parts":    {"FROM golang AS build\nWORKDIR /src\nCOPY back ./\nFROM build\nRUN go build -o /out ./cmd/c\n", "", "", 0, []string{"back/cmd/c"}},
		"here-document":      {"FROM golang\nRUN <<EOF\nset -e\n# why\ngo build ./cmd/c\nEOF\nCMD [\"/out\"]\n", "", "", 0, []string{"cmd/c"}},
		"replaced":           {"FROM x AS base\nENTRYPOINT /out\nFROM base\nENTRYPOINT [\"/out\"]\n", "", "", 0, nil},
	} {
		img := manifest.ParseDockerfile("Dockerfile", []byte(c.text), map[string]string{"TARGET": "./cmd/b"})
		at := max(img.ShellAt.Line, img.SignalAt.Line)
		if img.Shell != c.shell || img.Signal != c.signal || at != c.line || !slices.Equal(img.Builds, c.builds) {
			t.Errorf("%s: %+v", name, img)
		}
	}
}

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	img := manifest.ParseDockerfile("Dockerfile", []byte("FROM x\nHEALTHCHECK --interval=5s --timeout=2s --start-period=1m --retries=7 \\\n  CMD [\"curl\", \"-f\", \"http://localhost:8080/healthz?full=1\"]\nENTRYPOINT [\"/bin/shop\", \"serve\"]\n"), nil)
	want := manifest.Probe{Kind: "health", Path: "/healthz", Timeout: 2 * time.Second, Period: 5 * time.Second, Delay: time.Minute, Failures: 7, Place: manifest.Place{File: "Dockerfile", Line: 2, Column: 1}}
	if len(img.Probes) != 1 || img.Probes[0] != want || img.Program != "shop" {
		t.Errorf("program %q, probes %+v", img.Program, img.Probes)
	}
	if img := manifest.ParseDockerfile("Dockerfile", []byte("FROM x\nHEALTHCHECK NONE\n"), nil); len(img.Probes) != 0 {
		t.Errorf("probes %+v", img.Probes)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(composeFile))
	f.Add([]byte(workloads))
	f.Fuzz(func(t *testing.T, data []byte) {
		units, _ := manifest.Parse("x.yaml", data)
		for _, u := range units {
			if u.DefaultGrace() <= 0 {
				t.Error("no grace")
			}
		}
		manifest.ParseDockerfile("Dockerfile", data, nil)
	})
}
