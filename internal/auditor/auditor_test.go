package auditor_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/auditor"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// describe yields what the real analyzer reports as JSON.
var describe = &analysis.Analyzer{
	Name: "describe", Doc: "describe", Requires: auditor.Analyzer.Requires,
	ResultType: reflect.TypeFor[*service.Service](),
	Run: func(pass *analysis.Pass) (any, error) {
		res := steps.Of(pass)
		s, _ := auditor.Describe(auditor.Program{Steps: res.Main(), May: res.MainMay(), Closes: res.MainCloses(), Import: res.ImportMay(), Handled: signals.Of(pass).Handled()})
		return s, nil
	},
}

// Programs, and what their cells say: value and text.
var programs = map[string]map[string]string{
	"bare": {
		"signals": "no nothing asks for a signal", "stop": "no 0 of 1", "drain": "no the signal ends the process",
		"live": "yes /healthz", "ready": "no no such path", "stores": "no 0 of 1", "retry": "no 0 of 1",
		"budget": "n.a. no shutdown", "workers": "n.a. starts none",
	},
	"idle": {
		"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "drain": "yes 3s", "ready": "yes /readyz",
		"draining": "yes fails once the program is stopping", "budget": "yes 10s",
	},
	"workers": {
		"signals": "yes SIGTERM", "workers": "partly 2 of 3", "stop": "n.a. serves nothing", "budget": "partly 4s and a wait of no known limit",
	},
	"hidden": {
		"signals": "unknown asked for somewhere in reach, by calls that cannot be followed",
		"stop":    "unknown serves by calls that cannot be followed", "drain": "unknown the stop of the server cannot be seen",
		"ready": "unknown what serves is started by calls that cannot be followed", "budget": "unknown the shutdown cannot be seen",
	},
	"commands": {
		"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "live": "yes /healthz", "stores": "n.a. opens none", "budget": "yes 5s",
	},
	"registered": {
		"signals": "yes SIGTERM", "stop": "unknown serves by calls that cannot be followed", "stores": "unknown what serves is started by calls that cannot be followed",
		"budget": "unknown the shutdown cannot be seen",
	},
	"interfaces": {"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "drain": "no stops immediately", "stores": "yes 1 of 1, called", "budget": "yes 5s"},
	"leftovers":  {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "workers": "partly 1 of 2", "budget": "partly 2s and a wait of no known limit"},
	"framework":  {"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "budget": "yes 8s"},
	"crowd":      {"stop": "unknown 1 of 1 that can be seen, and others may serve in calls that cannot be followed"},
	"toolkit":    {"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "budget": "partly 9s and a wait of no known limit"},
	"aloof":      {"signals": "yes SIGTERM", "stop": "unknown part of it is handed to calls that cannot be followed", "stores": "unknown part of it is handed to calls that cannot be followed", "retry": "unknown part of it is handed to calls that cannot be followed"},
	"prompt":     {"signals": "yes SIGTERM", "stop": "no 0 of 1", "drain": "no no server is stopped", "budget": "yes 0s"},
	"wrapped":    {"signals": "yes SIGTERM", "stop": "no 0 of 1", "workers": "yes 2 of 2"},
	"helpers":    {"signals": "yes SIGTERM", "stop": "no 0 of 3", "drain": "no no server is stopped"},
	"fleet":      {"signals": "yes SIGTERM", "stop": "unknown a server is stopped, which one cannot be seen", "budget": "yes 3s"},
	"setups":     {"signals": "yes SIGTERM", "stop": "partly 1 of 2", "drain": "no stops immediately"},
	"handlers":   {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "drain": "no stops immediately"},
	"ctl":        {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "budget": "yes 5s", "clients": "partly 1 of 2", "retry": "n.a. dials nothing", "workers": "no 0 of 1"},
	"paths": {
		"stop": "yes 1 of 1", "live": "yes /healthz", "ready": "yes /readyz", "draining": "yes fails once the program is stopping",
		"startup": "no no such path",
	},
	"dispatch": {
		"signals": "yes SIGINT, SIGTERM", "stop": "no 0 of 1", "drain": "no no server is stopped", "live": "no no such path", "ready": "yes /readyz",
		"stores": "yes 1 of 1, called", "retry": "no 0 of 1",
	},
	"wraps": {"stop": "yes 1 of 1", "live": "yes /healthz", "ready": "no no such path", "startup": "no no such path"},
	"attached": {
		"live": "unknown a router is handed to what cannot be followed", "stores": "unknown not every way to what closes them can be followed",
		"retry": "n.a. dials nothing",
	},
	"injected": {
		"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "ready": "yes /readyz", "live": "no no such path", "stores": "yes 1 of 1, called",
	},
	"rounds": {
		"signals": "yes SIGINT, SIGTERM", "stop": "no 0 of 1", "workers": "no 0 of 2", "retry": "no 0 of 1", "stores": "unknown not every way to what closes them can be followed",
	},
	"grammar":  {"signals": "no nothing asks for a signal", "stop": "no 0 of 1", "live": "yes /livez", "ready": "no no such path"},
	"table":    {"signals": "no nothing asks for a signal", "stop": "no 0 of 1", "live": "no no such path"},
	"prefixed": {"live": "yes /…/health", "ready": "yes /…/readyz", "draining": "yes fails once the program is stopping", "startup": "no no such path"},
	"lettered": {"live": "unknown some paths cannot be seen", "ready": "yes /…/ready"},
	"nested":   {"live": "yes /health/live", "ready": "yes /healthz/readiness", "startup": "yes /health/startup", "stop": "no 0 of 2"},
	"opaque":   {"live": "unknown a handler chooses by the path in a way that cannot be followed", "ready": "unknown a handler chooses by the path in a way that cannot be followed"},
	"accepting": {
		"signals": "yes SIGTERM", "stop": "yes 1 of 1", "workers": "n.a. starts none", "live": "no no such path", "drain": "no no server is stopped",
	},
	"lookup":   {"stop": "no 0 of 1", "live": "unknown a handler chooses by the path in a way that cannot be followed"},
	"replies":  {"stop": "no 0 of 1", "workers": "partly 1 of 3"},
	"sockets":  {"stop": "no 0 of 1", "workers": "no 0 of 1", "stores": "n.a. opens none"},
	"embedded": {"stores": "partly 3 of 4"},
	"roots":    {"live": "yes /health", "ready": "no no such path", "startup": "no no such path"},
	"circle":   {"live": "yes /healthz", "ready": "no no such path", "stop": "no 0 of 1"},
	"closers":  {"signals": "yes SIGTERM", "stores": "yes 2 of 2, deferred", "clients": "partly 1 of 2"},
	"reloads":  {"signals": "yes SIGINT, SIGTERM", "workers": "yes 1 of 1", "stop": "no 0 of 1"},
	"early":    {"signals": "yes SIGINT, SIGTERM", "stop": "partly 1 of 2", "drain": "no stops immediately"},
	"tables":   {"live": "yes /healthz", "ready": "yes /readyz", "startup": "no no such path"},
	"itself": {
		"signals": "yes SIGINT, SIGTERM", "stop": "yes 1 of 1", "drain": "no stops immediately", "live": "yes /healthz", "ready": "no no such path", "budget": "yes 1m0s",
	},
	"twins":  {"stop": "partly 1 of 2", "workers": "n.a. starts none", "retry": "no 0 of 1", "budget": "partly a wait of no known limit"},
	"again":  {"workers": "no 0 of 2"},
	"parts":  {"stores": "no 0 of 2", "clients": "n.a. opens none", "retry": "no 0 of 2"},
	"mailer": {"stop": "partly 1 of 2", "budget": "yes 5s"},
	"bouncer": {
		"signals": "yes SIGTERM", "stop": "no 0 of 3", "draining": "no does not look at whether the program is stopping", "workers": "partly 1 of 2",
		"stores": "yes 1 of 1, called", "retry": "no 0 of 1",
	},
	"modes":    {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "workers": "no 0 of 1", "budget": "yes 1s"},
	"tombs":    {"stop": "unknown stopped, if at all, by calls that cannot be followed", "workers": "partly 1 of 2", "budget": "partly a wait of no known limit"},
	"rooted":   {"signals": "yes SIGTERM", "stop": "partly 2 of 2, 1 not waited for", "workers": "yes 1 of 1", "stores": "yes 1 of 1, deferred", "retry": "no 0 of 2", "budget": "partly 1m0s and a wait of no known limit"},
	"gateway":  {"stop": "partly 1 of 2"},
	"layers":   {"signals": "yes SIGTERM", "workers": "yes 2 of 2", "stores": "yes 2 of 2, called"},
	"pools":    {"signals": "yes SIGTERM", "stop": "no 0 of 1", "workers": "no 0 of 1", "budget": "yes 0s"},
	"cabinet":  {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "workers": "yes 1 of 1"},
	"careless": {"signals": "no nothing asks for a signal", "stop": "no 0 of 1", "retry": "unknown asks others, and what depends on it cannot be seen"},
	"hurry":    {"signals": "yes SIGTERM", "stop": "partly 2 of 2, 1 not waited for"},
	"nameless": {"stores": "yes 1 of 1, called"},
	"receiver": {"workers": "yes 1 of 1"},
	"registry": {"signals": "yes SIGTERM", "stop": "yes 1 of 1", "budget": "yes 7s"},
	"retry": {
		"signals": "yes all", "stop": "no 0 of 1", "drain": "no no server is stopped", "retry": "partly 1 of 3, for 6s at least",
		"stores": "partly 1 of 2", "live": "no no such path",
	},
}

// A load takes much longer than what is done with it.
func TestPrograms(t *testing.T) {
	t.Parallel()
	names := append(slices.Collect(maps.Keys(programs)), "plain")
	services := make(map[string]*service.Service)
	for _, res := range analysistest.Run(t, analysistest.TestData(), describe, names...) {
		services[res.Pass.Pkg.Path()], _ = res.Result.(*service.Service)
	}
	cells(t, services)
	shutdown(t, services["dispatch"], "signal signal 0s", "stores close sql.DB 0s")
	shutdown(t, services["injected"], "signal signal 0s", "servers stop server http.Server.Shutdown 0s", "stores close sql.DB 0s")
	shutdown(t, services["idle"], "signal signal 0s", "drain wait 3s", "servers stop server http.Server.Shutdown 7s")
	shutdown(t, services["commands"], "signal signal 0s", "servers stop server http.Server.Shutdown 5s")
	shutdown(t, services["leftovers"], "signal signal 0s", "servers stop server http.Server.Shutdown 2s", "workers wait for a channel 0s")
	shutdown(t, services["accepting"], "signal signal 0s", "servers stop accepting net.Listener.Close 0s", "workers wait for goroutines sync.WaitGroup.Wait 0s")
	shutdown(t, services["twins"], "signal signal 0s", "servers stop server http.Server.Shutdown 0s")
	shutdown(t, services["sockets"], "signal signal 0s")
	if list := services["sockets"].Startup; len(list) != 1 {
		t.Errorf("sockets starts by %+v", list)
	}
	if at := services["leftovers"].Shutdown[0].Place; at.Line != 64 {
		t.Errorf("the signal is noticed at line %d", at.Line)
	}
	shutdown(t, services["modes"], "signal signal 0s", "servers stop server http.Server.Shutdown 1s", "stores close sql.DB 0s")
	if list := services["modes"].Startup; len(list) != 2 || list[0].Text != "open sql.DB" {
		t.Errorf("modes starts by %+v", list)
	}
	shutdown(t, services["pools"], "signal signal 0s", "servers stop accepting net.Listener.Close 0s")
	shutdown(t, services["cabinet"], "signal signal 0s", "servers stop accepting net.Listener.Close 0s", "workers wait for goroutines sync.WaitGroup.Wait 0s", "workers wait for goroutines sync.WaitGroup.Wait 0s")
	layers(t, services["layers"].Shutdown)
	if list := services["hurry"].Shutdown; len(list) != 4 || list[1].Left || !list[2].Left || list[2].Unlimited {
		t.Errorf("hurry stops by %+v", list)
	}
	shutdown(t, services["bouncer"], "signal signal 0s", "servers cut server off http.Server.Close 0s", "servers stop accepting net.Listener.Close 0s",
		"workers wait for goroutines sync.WaitGroup.Wait 0s", "stores close sql.DB 0s")
	shutdown(t, services["registry"], "signal signal 0s", "deregister deregister api.Agent.ServiceDeregister 0s",
		"servers stop server http.Server.Shutdown 6s", "deregister deregister client.Lease.Revoke 1s")
}

// What wraps another layer is closed before it; what one of several types does is not always done, and
// the signal is noticed where no branch is around.
func layers(t *testing.T, list []service.Step) {
	t.Helper()
	var got []string
	for _, st := range list {
		got = append(got, fmt.Sprint(st.Place.Line, st.Sometimes))
	}
	if want := "[121 false 72 false 41 false 52 false 95 true]"; fmt.Sprint(got) != want {
		t.Errorf("layers stops by %v, want %s", got, want)
	}
}

func cells(t *testing.T, services map[string]*service.Service) {
	t.Helper()
	for name, want := range programs {
		s := services[name]
		if s == nil {
			t.Errorf("%s is no service", name)
			continue
		}
		for _, text := range s.Contradictions() {
			t.Errorf("%s: %s", name, text)
		}
		for id, text := range want {
			if got := fmt.Sprintf("%s %s", s.Cells[id].Value, s.Cells[id].Text); got != text {
				t.Errorf("%s: %s is %q, want %q", name, id, got, text)
			}
		}
	}
	if s := services["plain"]; s != nil {
		t.Errorf("a tool is taken for a service: %+v", s)
	}
}

// The order of a shutdown is that of the code: what a goroutine does when the
// signal has come, then the main line, then what is deferred.
func shutdown(t *testing.T, s *service.Service, want ...string) {
	t.Helper()
	var got []string
	for _, s := range s.Shutdown {
		got = append(got, fmt.Sprintf("%s %s %s", s.Phase, s.Text, s.Limit))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A program of which part was left out has what can be seen, and is not said to
// do all of something, or to take no longer.
func TestCut(t *testing.T) {
	t.Parallel()
	list := []steps.Step{
		{Kind: steps.Signal, What: "SIGTERM", Hard: true, Key: "sig", At: steps.Where{Line: 1}},
		{Kind: steps.Serve, What: "(*net/http.Server).Serve", Key: "srv", At: steps.Where{Line: 2}},
		{Kind: steps.Recv, Key: "sig", At: steps.Where{Line: 3}},
		{Kind: steps.Stop, What: "(*net/http.Server).Shutdown", Key: "srv", At: steps.Where{Line: 4}, Limit: steps.Limit{D: time.Second, Known: true}},
	}
	for _, cut := range []bool{false, true} {
		want := "yes yes yes no"
		if cut {
			want = "yes unknown unknown unknown"
			list = append(list, steps.Step{Kind: steps.Unseen, What: steps.Cut})
		}
		s, why := auditor.Describe(auditor.Program{Steps: list})
		if s == nil {
			t.Fatal(why)
		}
		c := s.Cells
		if got := fmt.Sprint(c["signals"].Value, " ", c["stop"].Value, " ", c["budget"].Value, " ", c["drain"].Value); got != want {
			t.Errorf("cut %t: %s, want %s", cut, got, want)
		}
	}
}
