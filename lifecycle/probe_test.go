package lifecycle

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestProbePaths(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	own := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }
	mux.HandleFunc("/", own)
	mux.HandleFunc("GET /readyz", own)
	mux.HandleFunc("/healthz", own)
	for _, c := range []struct {
		name  string
		s     *Server
		state State
		want  map[string]int
	}{
		{"own handlers win", New(mux, "", quietLog()), StateReady,
			map[string]int{"/healthz": 418, "/readyz": 418, "/startupz": 200}},
		{"but not while draining", New(mux, "", quietLog()), StateDraining,
			map[string]int{"/healthz": 418, "/readyz": 503, "/startupz": 200}},
		{"other handlers do not", New(http.HandlerFunc(own), "", quietLog()), StateReady,
			map[string]int{"/healthz": 200, "/readyz": 200, "/startupz": 200, "/": 418}},
		{"other paths", New(mux, "", quietLog(), WithProbes("/l", "/r", "")), StateReady,
			map[string]int{"/l": 200, "/r": 200, "/startupz": 418, "/healthz": 418}},
		{"another port", New(mux, "", quietLog(), WithProbeAddr("127.0.0.1:0")), StateReady,
			map[string]int{"/healthz": 418, "/readyz": 418, "/startupz": 418}},
	} {
		c.s.state.Store(int32(c.state))
		for path, want := range c.want {
			w := httptest.NewRecorder()
			c.s.http.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != want {
				t.Errorf("%s: %s answers %d, want %d", c.name, path, w.Code, want)
			}
		}
	}
}

func TestProbeAddr(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	probes := free.Addr().String()
	free.Close()
	s := New(http.NotFoundHandler(), "", quietLog(), WithProbeAddr(probes), WithDrain(0))
	status := func() int {
		resp, err := http.Get("http://" + probes + "/readyz")
		if err != nil {
			return 0
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	atHook := 0
	s.OnShutdown(func(context.Context) { atHook = status() })
	_, run := serveReal(t, s)
	for s.State() != StateReady {
		time.Sleep(time.Millisecond)
	}
	if got := status(); got != http.StatusOK {
		t.Errorf("ready: %d", got)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	<-run
	if atHook != http.StatusServiceUnavailable || status() != 0 {
		t.Errorf("%d while hooks ran, %d after Run", atHook, status())
	}
}

// The response to an upgrade has a Connection header of its own.
func TestUpgradeWhileDraining(t *testing.T) {
	t.Parallel()
	s := New(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), "", quietLog())
	s.state.Store(int32(StateDraining))
	for upgrade, want := range map[string]string{"": "close", "websocket": ""} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Upgrade", upgrade)
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, r)
		if got := w.Header().Get("Connection"); got != want {
			t.Errorf("Upgrade %q: Connection %q", upgrade, got)
		}
	}
}
