package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// The two tables of the document that the platform is modelled on, by service:
// handling of signals, clean-up of stores, drain period, workers confirmed.
var (
	graceful = map[string][4]service.Value{
		"core-server":  {service.Yes, service.Yes, service.No, service.None},
		"billing":      {service.Yes, service.Yes, service.No, service.None},
		"notification": {service.Yes, service.Yes, service.No, service.Yes},
		"health":       {service.Yes, service.Yes, service.No, service.None},
		"storage":      {service.Yes, service.Yes, service.No, service.No},
		"scheduler":    {service.Yes, service.Yes, service.No, service.Yes},
	}
	ungraceful = []string{
		"auth", "entitlement", "marketing", "cloud-adapter", "task-tracker", "inventory", "orders",
		"email", "sms", "whatsapp", "telegram", "stripe", "razorpay",
	}
	graded = [4]string{"signals", "stores", "drain", "workers"}
)

// deviations are the answers in which the report is right and the document is
// not, or in which the platform is not what the document describes.
var deviations = map[string]struct {
	value service.Value
	why   string
}{
	"core-server stores":  {service.Partly, "the clients of tenants with a database of their own are closed when idle, never at shutdown: the document says so itself, as gap 1"},
	"core-server workers": {service.Partly, "it starts three, the heartbeat among them, which alone is waited for: gaps 1 and 2 are about the others"},
	"billing stores":      {service.Partly, "the ledger is closed, the tenants' databases only when idle"},
	"billing workers":     {service.No, "the clean-up of tenants' databases is a goroutine of its own, as in gap 1"},
	"health stores":       {service.None, "the platform's health service keeps its registry in memory"},
	"health workers":      {service.Yes, "its registry is watched by a goroutine, which Stop waits for"},
	"storage workers":     {service.Partly, "the collection and the meter are not waited for, but the heartbeat is"},
}

// auditMotherboard returns the report on the platform.
func auditMotherboard(t *testing.T) (map[string]service.Service, audit.Report) {
	t.Helper()
	out, err := motherboard(tool(t), "audit", "--format=json", "./...").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var r audit.Report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	if r.Version != audit.Version {
		t.Errorf("version is %d", r.Version)
	}
	services := make(map[string]service.Service)
	for _, s := range r.Services {
		services[s.Name] = s
	}
	return services, r
}

// The matrix says what the document says, service by service, but for the
// deviations.
func TestAuditMotherboard(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a module with third-party dependencies")
	}
	t.Parallel()
	services, report := auditMotherboard(t)
	for name, row := range graceful {
		for i, column := range graded {
			want := row[i]
			d, deviates := deviations[name+" "+column]
			if deviates {
				if d.value == want {
					t.Errorf("%s %s does not deviate", name, column)
				}
				want = d.value
			}
			if got := services[name].Cells[column]; got.Value != want {
				t.Errorf("%s: %s is %s (%s), want %s", name, column, got.Value, got.Text, want)
			}
		}
		if got := services[name].Cells["stop"].Value; got != service.Yes {
			t.Errorf("%s: stop is %s", name, got)
		}
	}
	for _, name := range ungraceful {
		for _, column := range []string{"signals", "stop", "drain"} {
			if got := services[name].Cells[column].Value; got != service.No {
				t.Errorf("%s: %s is %s", name, column, got)
			}
		}
	}
	if n := len(graceful) + len(ungraceful) + 1; len(services) != n { // and webhooks, the healthy one
		t.Errorf("%d services, want %d", len(services), n)
	}
	details(t, services)
	places(t, services)
	manifests(t, report)
}

// This command is no service, though it registers for signals and a type that it uses has a
// method that serves: nothing calls that.
func TestAuditSelf(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a module with third-party dependencies")
	}
	t.Parallel()
	// The flags are those of the audit command, which share with it what the go command keeps.
	cmd := exec.Command("go", "vet", "-vettool="+tool(t), "-json", "-dependencies=own", "-audit", "./cmd/lifecyclelint")
	cmd.Dir = repoFile(".")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), service.OtherCategory) || !strings.Contains(string(out), "neither serves nor waits for one") {
		t.Errorf("the audit of the command says:\n%s", out)
	}
}

// details checks what the document says besides the marks.
func details(t *testing.T, services map[string]service.Service) {
	t.Helper()
	for key, want := range map[string]service.Value{
		"auth stores": service.No, "inventory stores": service.No, "orders stores": service.No, "marketing stores": service.No,
		"webhooks signals": service.Yes, "webhooks drain": service.Yes, "webhooks draining": service.Yes, "webhooks workers": service.Yes,
		"core-server ready": service.Yes, "core-server draining": service.No, "core-server retry": service.Yes, "scheduler retry": service.No,
		"notification clients": service.Yes, "notification logs": service.Yes, "core-server logs": service.Yes,
	} {
		name, column, _ := strings.Cut(key, " ")
		if got := services[name].Cells[column]; got.Value != want {
			t.Errorf("%s: %s is %s (%s), want %s", name, column, got.Value, got.Text, want)
		}
	}
	for name, want := range map[string]string{"core-server": "20s", "scheduler": "20s", "notification": "25s", "webhooks": "26s"} {
		if got := services[name].Budget.String(); got != want {
			t.Errorf("%s: the budget is %s, want %s", name, got, want)
		}
	}
	var phases []string
	for _, s := range services["notification"].Shutdown {
		phases = append(phases, string(s.Phase))
	}
	if want := []string{"signal", "servers", "workers", "clients", "stores", "logs"}; !slices.Equal(phases, want) {
		t.Errorf("notification stops in the order %v, want %v", phases, want)
	}
}

// places checks that every proof is a place in a file of the platform, and that
// every answer which is not "n.a." or "unknown" has one.
func places(t *testing.T, services map[string]service.Service) {
	t.Helper()
	for _, s := range services {
		for id, c := range s.Cells {
			if len(c.Proofs) == 0 && c.Value != service.None && c.Value != service.Unknown {
				t.Errorf("%s: %s is %s without a proof", s.Name, id, c.Value)
			}
		}
		s.Places(func(p *service.Place) {
			data, err := os.ReadFile(filepath.Join(repoFile("testdata/motherboard"), filepath.FromSlash(p.File)))
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
			} else if n := strings.Count(string(data), "\n"); p.Line < 1 || p.Line > n {
				t.Errorf("%s: %s has no line %d", s.Name, p.File, p.Line)
			}
		})
	}
}

// manifests checks that the platform's are held against its code as its README
// says.
func manifests(t *testing.T, r audit.Report) {
	t.Helper()
	var got []string
	for _, f := range r.Findings {
		if slug, ok := strings.CutPrefix(f.ID, "manifest/"); ok {
			name, _, _ := strings.Cut(f.Message, " ")
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(f.File, "docker-compose."), ".yml")+" "+name+" "+slug)
		}
	}
	want := []string{"dev notification local-address", "production billing local-address", "production core-server local-address"}
	for _, file := range []string{"dev", "production"} {
		want = append(want, file+" core-server start-period")
		for _, name := range []string{"core-server", "health", "notification", "scheduler", "webhooks"} {
			want = append(want, file+" "+name+" grace-missing")
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	for _, line := range missing(want, got) {
		t.Errorf("not reported: %s", line)
	}
	for _, line := range missing(got, want) {
		t.Errorf("not expected: %s", line)
	}
}
