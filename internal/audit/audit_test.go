package audit_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// shop is a service that stops within 20 s, drains, tries to start for 17 s,
// dials once, and serves two probes.
func shop(dir string) service.Service {
	s := service.Service{
		Package: "example.com/shop", Name: "shop", Dir: dir, Budget: 20 * time.Second, Retry: 17 * time.Second, Signals: []string{"SIGINT", "SIGTERM"},
		Cells:    map[string]service.Cell{"signals": {Value: service.Yes}, "startup": {Value: service.No}},
		Routes:   []service.Route{{Path: "/healthz"}, {Path: "/readyz", Asks: true, Limit: 4 * time.Second}},
		Shutdown: []service.Step{{Phase: "drain", Limit: 3 * time.Second}},
		Dials:    []service.Dial{{Proof: service.Proof{Text: "sql.DB"}, Images: []string{"mysql", "postgres"}}},
		Env:      []service.Proof{{Text: "MAIL_URL"}},
	}
	return s
}

// deploy returns the slugs of what is said about a manifest.
func deploy(t *testing.T, file, text string, change func(*service.Service)) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "image: shell") { // one whose Dockerfile lies beside the code
		if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte("FROM scratch\nENTRYPOINT /shop\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := shop(dir)
	if change != nil {
		change(&s)
	}
	local := finding.Finding{
		ID: "localhostdefault/localhost-default", Severity: check.Medium, File: filepath.Join(dir, "config.go"),
		Message: "MAIL_URL defaults to http://localhost:25", Start: finding.Position{Line: 3, Column: 1},
	}
	r := audit.New(dir, &driver.Result{Services: []service.Service{s}}, &driver.Result{Findings: []finding.Finding{local}})
	if err := r.Deploy(audit.Sources{Files: []string{filepath.Join(dir, file)}}); err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, f := range r.Findings {
		if slug, ok := strings.CutPrefix(f.ID, "manifest/"); ok {
			slugs = append(slugs, slug)
			if f.Start.Line < 1 || f.File != file && f.File != "Dockerfile" {
				t.Errorf("%s stands at %s:%d", f.ID, f.File, f.Start.Line)
			}
		}
	}
	slices.Sort(slugs)
	return slugs
}

// sound is a Compose service about which there is nothing to say; the cases
// change a line of it.
const sound = `services:
  db: {image: postgres}
  shop:
    image: shop
    restart: always
    stop_grace_period: 30s
    environment: {MAIL_URL: smtp://mail}
    depends_on: {db: {condition: service_healthy}}
    healthcheck: {test: [CMD, wget, "http://localhost/readyz"], interval: 5s, timeout: 5s, start_period: 30s}
`

func TestCompose(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		old, new string
		change   func(*service.Service)
		want     []string
	}{
		"sound":                  {"", "", nil, nil},
		"M1":                     {"30s\n    env", "21s\n    env", nil, []string{"grace-too-short"}},
		"M1 just enough":         {"30s\n    env", "22s\n    env", nil, nil},
		"M2":                     {"    stop_grace_period: 30s\n", "", nil, []string{"grace-missing"}},
		"M2 short enough":        {"    stop_grace_period: 30s\n", "", func(s *service.Service) { s.Budget = 8 * time.Second }, nil},
		"M2 unknown budget":      {"    stop_grace_period: 30s\n", "", func(s *service.Service) { s.Budget = 0 }, nil},
		"M3":                     {"/readyz", "/ready", nil, []string{"probe-path"}},
		"M3 unseen":              {"/readyz", "/ready", func(s *service.Service) { s.Unseen = []service.Proof{{}} }, nil},
		"M3 below a path":        {"/readyz", "/ready", func(s *service.Service) { s.Routes[1].Path = "/" }, nil},
		"M3 below a setting":     {"/readyz", "/shop/readyz", func(s *service.Service) { s.Routes[1].Path = service.Somewhere + "/readyz" }, nil},
		"M3 of a setting":        {"/readyz", "/ready", func(s *service.Service) { s.Routes[1].Path = service.Somewhere + "/readyz" }, []string{"probe-path"}},
		"M4":                     {", start_period: 30s", "", nil, []string{"start-period"}},
		"M4 no retry":            {", start_period: 30s", "", func(s *service.Service) { s.Retry = 0 }, nil},
		"M6":                     {"    restart", "    stop_signal: SIGQUIT\n    restart", nil, []string{"stop-signal"}},
		"M6 handled":             {"    restart", "    stop_signal: SIGINT\n    restart", nil, nil},
		"M6 handles none":        {"    restart", "    stop_signal: SIGQUIT\n    restart", func(s *service.Service) { s.Signals = nil }, nil},
		"M7":                     {"    restart", "    entrypoint: [sh, -c, shop]\n    restart", nil, []string{"shell-form"}},
		"M7 exec":                {"    restart", "    entrypoint: [sh, -c, exec shop]\n    restart", nil, nil},
		"M7 of others":           {"postgres}", "postgres, entrypoint: [sh, -c, init; postgres]}", nil, nil},
		"M8":                     {"{db: {condition: service_healthy}}", "[db]", nil, []string{"depends-on"}},
		"M8 tries again":         {"{db: {condition: service_healthy}}", "[db]", func(s *service.Service) { s.Dials = nil }, nil},
		"M8 of something else":   {"{db: {condition: service_healthy}}", "[db]", func(s *service.Service) { s.Dials[0].Images = []string{"rabbitmq"} }, nil},
		"M8 dials when needed":   {"{db: {condition: service_healthy}}", "[db]", func(s *service.Service) { s.Dials[0].Images = nil }, nil},
		"M9":                     {"MAIL_URL", "OTHER", nil, []string{"local-address"}},
		"M9 another's variable":  {"MAIL_URL", "OTHER", func(s *service.Service) { s.Env = nil }, nil},
		"M10":                    {"timeout: 5s", "timeout: 2s", nil, []string{"probe-timeout"}},
		"another service's file": {"image: shop", "image: cart", func(s *service.Service) { s.Name = "else" }, nil},
	} {
		if got := deploy(t, "compose.yml", strings.Replace(sound, c.old, c.new, 1), c.change); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := deploy(t, "compose.production.yml", strings.Replace(sound, "    restart: always\n", "", 1), nil); !slices.Equal(got, []string{"restart-policy", "restart-policy"}) {
		t.Errorf("M11: %v", got)
	}
}

const pod = `kind: Pod
metadata: {name: shop}
spec:
  terminationGracePeriodSeconds: 40
  containers:
  - name: shop
    image: shop
    env: [{name: MAIL_URL, value: x}]
    lifecycle: {preStop: {sleep: {seconds: 1}}}
    livenessProbe: {httpGet: {path: /healthz}, periodSeconds: 10, failureThreshold: 3}
    readinessProbe: {httpGet: {path: /readyz}, timeoutSeconds: 5}
`

func TestKubernetes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"sound":              {"", "", nil},
		"M1 with the hook":   {"seconds: 1}", "seconds: 19}", []string{"double-drain", "grace-too-short"}},
		"M2":                 {"  terminationGracePeriodSeconds: 40\n", "", nil}, // 23 s fit into 30 s
		"M3 asks":            {"path: /healthz", "path: /readyz", []string{"probe-path", "probe-timeout"}},
		"M4":                 {"failureThreshold: 3", "failureThreshold: 1", []string{"start-period"}},
		"M4 startup probe":   {"    readiness", "    startupProbe: {httpGet: {path: /healthz}}\n    readiness", nil},
		"M5":                 {"seconds: 1}", "seconds: 5}", []string{"double-drain"}},
		"M7 beside the code": {"    image: shop", "    image: shell", []string{"shell-form"}},
		"M7 replaced":        {"    image: shop", "    image: shell\n    command: [shop]", nil},
		"M10 default is 1 s": {", timeoutSeconds: 5", "", []string{"probe-timeout"}},
	} {
		if got := deploy(t, "pod.yaml", strings.Replace(pod, c.old, c.new, 1), nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestMapping(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("Dockerfile", "FROM golang\nARG TARGET\nRUN go build -o /x $TARGET\nENTRYPOINT /x\n")
	write("compose.yml", "services:\n  front: {build: {context: ., args: {TARGET: ./services/web}}}\n  back: {build: ./services/api}\n  jobs: {image: jobs}\n  odd: {image: x}\n  none: {image: y}\n  split: {image: z, command: /bin/jobs --all}\n  part: {image: shop-worker}\n  queue: {image: \"rabbitmq:4\"}\n  both: {build: ./two}\n  squeezed: {image: thefront}\n  site: {image: site}\n  tagged: {image: \"registry.example:80/team/suite:v1\"}\n")
	write("two/Dockerfile", "FROM golang\nCOPY . .\nRUN go build ./one ./other\nCMD [\"/bin/other\"]\n")
	var list []service.Service
	for name, d := range map[string]string{"one": "two/one", "other": "two/other", "rabbitmq": "cmd/rabbitmq", "the-front": "front", "site.app": "site", "web": "services/web", "api": "services/api/cmd/server", "jobs": "services/jobs", "worker": "shop/cmd/worker"} {
		list = append(list, service.Service{Name: name, Package: "example.com/" + d, Dir: filepath.Join(dir, d)})
	}
	r := audit.New(dir, &driver.Result{Services: list}, &driver.Result{})
	if err := r.Deploy(audit.Sources{Map: map[string]string{"odd": "services/web", "suite": "services/api/cmd/server"}}); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, u := range r.Units {
		got[u.Name] = strings.TrimPrefix(u.Package, "example.com/services/") + ": " + u.How
	}
	for name, want := range map[string]string{
		"front": "web: built by its Dockerfile", "back": "api/cmd/server: alone in the directory it is built from",
		"jobs": "jobs: by its name", "odd": "web: as told", "none": ": ",
		"split": "jobs: by its command", "part": "example.com/shop/cmd/worker: by its name",
		"queue": ": ", "both": "example.com/two/other: built by its Dockerfile", "squeezed": "example.com/front: by its name", "site": "example.com/site: by its name", "tagged": "api/cmd/server: as told",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if len(r.Findings) != 1 || r.Findings[0].ID != "manifest/shell-form" || r.Findings[0].File != "Dockerfile" || r.Findings[0].Start.Line != 4 {
		t.Errorf("findings: %+v", r.Findings)
	}
	if err := r.Deploy(audit.Sources{Map: map[string]string{"odd": "nowhere"}}); err == nil {
		t.Error("a map to nowhere is no error")
	}
}

// TestDockerfile looks at images that no manifest deploys.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, text string
		want       []string
	}{
		"sound":           {"Dockerfile", "FROM scratch\nHEALTHCHECK --timeout=5s --start-period=1m CMD [\"wget\", \"http://localhost/readyz\"]\nENTRYPOINT [\"/bin/shop\"]\n", nil},
		"probe":           {"Dockerfile", "FROM scratch\nHEALTHCHECK --start-period=1m CMD wget http://localhost/ready || exit 1\nENTRYPOINT [\"/bin/shop\"]\n", []string{"probe-path"}},
		"signal":          {"Dockerfile", "FROM scratch\nSTOPSIGNAL SIGQUIT\nENTRYPOINT [\"/bin/shop\"]\n", []string{"stop-signal"}},
		"shell":           {"Dockerfile", "FROM golang\nRUN go build .\nENTRYPOINT /bin/shop\n", []string{"shell-form"}},
		"of another":      {"Dockerfile", "FROM scratch\nENTRYPOINT [\"sh\", \"-c\", \"docs\"]\n", nil},
		"used by Compose": {"compose.yml", "services: {shop: {build: ., restart: always, stop_grace_period: 1m, environment: {MAIL_URL: x}}}\n", []string{"probe-path", "shell-form"}},
		"Compose asks":    {"compose.yml", "services: {shop: {build: ., restart: always, stop_grace_period: 1m, environment: {MAIL_URL: x}, healthcheck: {disable: true}}}\n", []string{"shell-form"}},
	} {
		dir := t.TempDir()
		files := map[string]string{"Dockerfile": "FROM golang\nRUN go build .\nHEALTHCHECK --start-period=1m CMD curl http://localhost/ready\nENTRYPOINT /bin/shop\n", c.file: c.text}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, src := range []audit.Sources{{}, {Files: []string{filepath.Join(dir, c.file)}}} {
			r := audit.New(dir, &driver.Result{Services: []service.Service{shop(dir)}}, &driver.Result{})
			if err := r.Deploy(src); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range r.Findings {
				got = append(got, strings.TrimPrefix(f.ID, "manifest/"))
			}
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	report := func(drain, stores service.Value, findings ...string) *audit.Report {
		s := service.Service{Package: "p", Name: "p", Cells: map[string]service.Cell{"drain": {Value: drain}, "stores": {Value: stores}}}
		if s.Cells["budget"] = (service.Cell{Value: service.None}); drain == service.Yes { // with a shutdown at last
			s.Cells["budget"] = service.Cell{Value: service.Partly, Text: "3s and a wait"}
		}
		var list []finding.Finding
		for _, f := range findings {
			list = append(list, finding.Finding{Fingerprint: f, Message: f})
		}
		return audit.New("/", &driver.Result{Services: []service.Service{s}}, &driver.Result{Findings: list})
	}
	r := report(service.Yes, service.No, "a", "b")
	r.Compare(report(service.No, service.Partly, "b", "c"), "v1")
	var got []string
	for _, c := range r.Changes {
		word := "worse"
		if c.Better {
			word = "better"
		}
		got = append(got, word+" "+c.Column+" "+strings.TrimSpace(c.Text))
	}
	want := []string{"better drain Drain:", "worse stores Stores:", "worse  new: a", "better  gone: c"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
