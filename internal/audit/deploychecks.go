package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A manifestCheck compares what a manifest says with what the code does.
type manifestCheck struct {
	slug     string
	severity check.Severity
	run      func(*inspection)
}

// manifestChecks are M1 to M11 of the catalogue; docs/audit.md has a paragraph
// on each.
var manifestChecks = []manifestCheck{
	{"grace-too-short", check.High, graceTooShort},
	{"grace-missing", check.Medium, graceMissing},
	{"probe-path", check.High, probePath},
	{"start-period", check.Medium, startPeriod},
	{"double-drain", check.Low, doubleDrain},
	{"stop-signal", check.High, stopSignal},
	{"shell-form", check.High, shellForm},
	{"depends-on", check.Medium, dependsOn},
	{"local-address", check.Medium, localAddress},
	{"probe-timeout", check.Medium, probeTimeout},
	{"restart-policy", check.Medium, restartPolicy},
}

// OfManifest reports whether a finding is about a manifest. The audit alone makes
// them.
func OfManifest(f finding.Finding) bool { return strings.HasPrefix(f.ID, "manifest/") }

func graceTooShort(in *inspection) { // M1
	if need := in.needs(); in.unit.Grace.Set && need > in.unit.Grace.D {
		in.add(in.unit.Grace.Place, "%s is killed after %s, and its shutdown may take %s: allow %s", in.unit.Name, in.unit.Grace.D, need-margin, need)
	}
}

func graceMissing(in *inspection) { // M2
	if need := in.needs(); !in.unit.Grace.Set && !in.unit.Grace.Open && need > in.unit.DefaultGrace() {
		in.add(in.unit.Place, "%s is killed after %s, the default, and its shutdown may take %s: set %s to %s",
			in.unit.Name, in.unit.DefaultGrace(), need-margin, in.unit.GraceKey(), need)
	}
}

func doubleDrain(in *inspection) { // M5
	if in.service == nil || in.unit.PreStop.D < 2*time.Second {
		return
	}
	for _, s := range in.service.Shutdown {
		if s.Phase == "drain" && s.Limit >= 2*time.Second {
			in.add(in.unit.PreStop.Place, "%s waits %s before the signal, and %s after it (%s:%d): one of them is enough", in.unit.Name, in.unit.PreStop.D, s.Limit, s.Place.File, s.Place.Line)
			return
		}
	}
}

func stopSignal(in *inspection) { // M6
	if in.service == nil || len(in.service.Signals) == 0 || slices.Contains(in.service.Signals, "all") {
		return
	}
	signal, at := in.unit.StopSignal(), in.unit.SignalAt
	if signal == "" && in.unit.BuiltBy != nil {
		signal, at = in.unit.BuiltBy.Signal, in.unit.BuiltBy.SignalAt
	}
	if at.File == "" {
		at = in.unit.Place
	}
	if signal == "" {
		signal, at = "SIGTERM", in.unit.Place
	}
	signal = "SIG" + strings.TrimPrefix(strings.ToUpper(signal), "SIG")
	if !slices.Contains(in.service.Signals, signal) && in.service.Cells["signals"].Value != service.Unknown && !strings.HasPrefix(in.service.Signals[0], "those") {
		in.add(at, "%s is stopped by %s, and handles only %s", in.unit.Name, signal, strings.Join(in.service.Signals, ", "))
	}
}

func shellForm(in *inspection) { // M7
	if in.unit.Shell != "" && (in.service != nil || in.unit.Context != "") { // others' programs, and scripts that end, are no concern
		in.add(in.unit.ShellAt, "the command of %s runs in %s, which does not pass SIGTERM on: begin with exec", in.unit.Name, in.unit.Shell)
	}
	img := in.unit.BuiltBy
	if img == nil || in.unit.Entrypoint || img.Shell == "CMD" && in.unit.Command {
		return
	}
	if img.Shell != "" && in.unit.Shell == "" {
		in.add(img.ShellAt, "%s in shell form: the shell does not pass SIGTERM on to %s; write it as a JSON array", img.Shell, in.unit.Name)
	}
}

func dependsOn(in *inspection) { // M8
	if in.service == nil {
		return
	}
	for _, d := range in.unit.Depends {
		i := slices.IndexFunc(in.all, func(u *manifest.Unit) bool { return u.Name == d.Name && u.Place.File == in.unit.Place.File })
		if d.Condition != "service_started" || i < 0 || in.all[i].Context != "" {
			continue
		}
		if p := in.dials(imageName(in.all[i].Image)); p != nil {
			in.add(d.Place, "%s does not wait until %s is healthy, and dials %s once (%s:%d): condition: service_healthy", in.unit.Name, d.Name, p.Text, p.File, p.Line)
		}
	}
}

// dials returns what the service dials once that an image may answer, or nil.
func (in *inspection) dials(image string) *service.Dial {
	for i, p := range in.service.Dials {
		if slices.ContainsFunc(p.Images, func(part string) bool { return strings.Contains(image, part) }) {
			return &in.service.Dials[i]
		}
	}
	return nil
}

var envName = lazyregexp.New(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)

func localAddress(in *inspection) { // M9
	if in.service == nil || in.unit.EnvOpen || in.unit.Env == nil {
		return
	}
	reads := make(map[string]bool)
	for _, e := range in.service.Env {
		reads[e.Text] = true
	}
	for _, f := range slices.Clone(in.report.Findings) {
		if f.ID != "localhostdefault/localhost-default" {
			continue
		}
		for _, key := range envName().FindAllString(f.Message, -1) {
			if reads[key] && !in.unit.Env[key] && in.near(f) {
				in.add(in.unit.Place, "%s has no %s, which defaults to this host (%s:%d): in a container that is the container itself", in.unit.Name, key, f.File, f.Start.Line)
			}
		}
	}
}

var production = lazyregexp.New(`(?i)\bprod(uction)?\b`)

func restartPolicy(in *inspection) { // M11
	if in.unit.Restart == "" && production().MatchString(in.unit.Place.File) {
		in.add(in.unit.Place, "%s is not started again when it fails: set restart", in.unit.Name)
	}
}
