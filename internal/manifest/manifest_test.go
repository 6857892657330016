package manifest_test

import (
	"io/fs"
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
	units, err := manifest.Parse("deploy/compose.yml", []byte(composeFile), nil)
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
	units, err := manifest.Parse("k8s.yaml", []byte(workloads), nil)
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
		if units, _ := manifest.Parse("x.yaml", []byte(text), nil); len(units) != 0 {
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
		if _, err := manifest.Parse("x.yaml", []byte(text), nil); err == nil || err.Error() != want {
			t.Errorf("%q is read with %v, want %s", text, err, want)
		}
	}
}

func TestInterpolation(t *testing.T) {
	t.Parallel()
	units, err := manifest.Parse("compose.yml", []byte("services:\n  a: {image: \"${IMAGE:-${FROM:-}shop:${TAG:-1}}\", stop_grace_period: \"${GRACE:-20s}\"}\n  b: {image: b, stop_grace_period: $GRACE}\n"), nil)
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
		units, _ := manifest.Parse("x.yaml", data, nil)
		for _, u := range units {
			if u.DefaultGrace() <= 0 {
				t.Error("no grace")
			}
		}
		manifest.ParseDockerfile("Dockerfile", data, nil)
	})
}

// files are manifests by name.
var files = map[string]string{
	"compose.override.yml": "services:\n  shop: {stop_grace_period: 40s, environment: {A: b}}\n  debug: {image: shell, profiles: [debug]}\n  nobody: {restart: always}\n",
	"common/base.yml":      "services:\n  web: {image: \"shop:1\", stop_signal: SIGINT, stop_grace_period: 5s, healthcheck: {test: [CMD, curl, http://localhost/readyz]}}\n",
}

func read(name string) ([]byte, error) {
	if text, ok := files[name]; ok {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

// What overrides a Compose file, and what its services extend, is read with it.
func TestComposeFiles(t *testing.T) {
	t.Parallel()
	text := "services:\n  shop: {extends: {file: common/base.yml, service: web}, environment: [C=d]}\n  batch: {extends: shop, command: [batch], profiles: [batch]}\n  lost: {extends: {file: none.yml, service: x}}\n"
	units, err := manifest.Parse("compose.yml", []byte(text), read)
	if err != nil || len(units) != 4 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	shop, batch, lost, debug := units[0], units[1], units[2], units[3]
	if shop.Image != "shop:1" || shop.Signal != "SIGINT" || shop.Grace.D != 40*time.Second || shop.Grace.Place.File != "compose.override.yml" || !shop.Env["A"] || !shop.Env["C"] {
		t.Errorf("shop is %+v", shop)
	}
	if len(shop.Probes) != 1 || shop.Probes[0].Path != "/readyz" || shop.Probes[0].Place.File != "common/base.yml" {
		t.Errorf("the probes of shop are %+v", shop.Probes)
	}
	if batch.Name != "batch" || batch.Grace.D != 5*time.Second || batch.Program != "batch" || !slices.Equal(batch.Profiles, []string{"batch"}) {
		t.Errorf("batch is %+v", batch)
	}
	if !lost.EnvOpen || !slices.Equal(debug.Profiles, []string{"debug"}) {
		t.Errorf("lost is %+v, debug %+v", lost, debug)
	}
	if base, ok := manifest.Overrides("a/compose.override.yml"); !ok || base != "a/compose.yml" {
		t.Errorf("compose.override.yml overrides %q, %t", base, ok)
	}
	if _, ok := manifest.Overrides("compose.yml"); ok {
		t.Error("compose.yml overrides another file")
	}
}

func TestSystemd(t *testing.T) {
	t.Parallel()
	text := "[Unit]\nDescription=x\n\n[Service]\nType=notify\nExecStart=\nExecStart=-/usr/bin/shop serve --all\nTimeoutStopSec=1min 30s\nKillSignal=SIGINT\nRestart=on-failure\nEnvironment=\"A=b\" C=d\n# Restart=no\n"
	units, err := manifest.Parse("init/shop.service", []byte(text), nil)
	if err != nil || len(units) != 1 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	u := units[0]
	if u.Name != "shop" || u.Program != "shop" || u.Grace.D != 90*time.Second || u.Grace.Place.Line != 8 || u.Signal != "SIGINT" || u.Restart != "on-failure" || !u.Env["A"] || !u.Env["C"] {
		t.Errorf("the unit is %+v", u)
	}
	if u.DefaultGrace() != 90*time.Second || u.GraceKey() != "TimeoutStopSec" {
		t.Errorf("by default it has %s by %s", u.DefaultGrace(), u.GraceKey())
	}
	for _, other := range []string{"[Timer]\nOnCalendar=daily\n", "", "[Service]\nType=oneshot\n"} {
		if units, _ := manifest.Parse("x.service", []byte(other), nil); len(units) != 0 {
			t.Errorf("%q has %d units", other, len(units))
		}
	}
	for value, want := range map[string]time.Duration{"infinity": 0, "2h": 2 * time.Hour, "500ms": 500 * time.Millisecond, "20": 20 * time.Second} {
		units, _ := manifest.Parse("x.service", []byte("[Service]\nExecStart=/bin/sh -c shop\nTimeoutStopSec="+value), nil)
		if len(units) != 1 || units[0].Grace.D != want || units[0].Grace.Open != (want == 0) || units[0].Program != "shop" || units[0].Shell == "" {
			t.Errorf("%s: %+v", value, units)
		}
	}
}

func TestNomad(t *testing.T) {
	t.Parallel()
	text := `job "shop" {
  group "web" {
    # task "old" {
    task "shop" {
      driver         = "docker"
      kill_timeout   = "20s"
      shutdown_delay = "3s"
      config {
        image = "shop:1"
      }
      env { A = "b" }
      template {
        data = <<EOH
x {{ key "y" }}
EOH
      }
    }
    task "batch" {
      driver = "exec"
      kill_signal = "SIGQUIT"
      config { command = "/bin/batch" }
    }
    task "plain" {
      driver = "exec"
    }
  }
}
`
	units, err := manifest.Parse("shop.nomad", []byte(text), nil)
	if err != nil || len(units) != 3 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	u, batch := units[0], units[1]
	if u.Name != "shop" || u.Image != "shop:1" || u.Grace.D != 20*time.Second || u.PreStop.D != 3*time.Second || !u.Env["A"] || u.StopSignal() != "" {
		t.Errorf("the first task is %+v", u)
	}
	if batch.Program != "batch" || batch.StopSignal() != "SIGQUIT" || batch.DefaultGrace() != 5*time.Second || batch.GraceKey() != "kill_timeout" || units[2].StopSignal() != "SIGINT" {
		t.Errorf("the second task is %+v", batch)
	}
}
