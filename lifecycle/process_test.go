//go:build unix

package lifecycle

import (
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSIGTERMDrains(t *testing.T) {
	t.Parallel()
	c := startChild(t, "server")
	start := time.Now()
	c.signal(syscall.SIGTERM)
	c.expect(0, "worker stopped", "process-wide hook", "hook", "clean exit")
	if took := time.Since(start); took < childDrain {
		t.Errorf("took %v, less than the drain period", took)
	}
}

func TestSIGINTSkipsDrain(t *testing.T) {
	t.Parallel()
	c := startChild(t, "long-drain")
	c.signal(syscall.SIGINT)
	c.expect(0, "clean exit")
}

func TestSecondSignalExitsAtOnce(t *testing.T) {
	t.Parallel()
	for sig, code := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGINT: 130} {
		c := startChild(t, "hanging-hook")
		c.signal(syscall.SIGTERM)
		c.await("hook") // two simultaneous signals are one
		c.signal(sig)
		c.expect(code)
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		code     int
		said     []string
		contains string
	}{
		"failing-hook": {1, nil, "clients: child_test.go:"},
		"main":         {0, []string{"run's defers", "worker stopped", "hook", "main's defers", "clean exit"}, ""},
		"main-server":  {0, []string{"worker stopped", "hook", "process-wide hook", "flush", "run's defers", "clean exit"}, ""},
		"main-stuck":   {1, []string{"hook"}, "childMainStuck"}, // its stack
		"late-server":  {0, []string{"late hook", "clean exit"}, ""},
		"listen-serve": {0, []string{"clean exit"}, ""},
		"serve":        {0, []string{"clean exit"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startChild(t, name)
			if strings.HasSuffix(name, "serve") {
				awaitOwnReadiness(t, c.addr)
			}
			c.signal(syscall.SIGTERM)
			c.expect(want.code, want.said...)
			if !strings.Contains(c.output, want.contains) {
				t.Errorf("%q is not in:\n%s", want.contains, c.output)
			}
		})
	}
}

// awaitOwnReadiness waits until the service has started and its own readiness handler answers.
func awaitOwnReadiness(t *testing.T, addr string) {
	for {
		resp, err := http.Get("http://" + addr + "/readyz")
		if err != nil {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && strings.Contains(string(body), `"starting"`) {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		if err != nil || string(body) != "my own" {
			t.Errorf("error %v, body %q: the service's own handler was not asked", err, body)
		}
		return
	}
}

func TestFailuresWithoutSignal(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		code     int
		contains string
		hooksRan bool
	}{
		"main-error": {1, "broken", false},
		"main-panic": {1, "panic: deliberate", true},
		"crash":      {2, "panic: deliberate", false}, // what Go does
		"lone-group": {2, "panic: deliberate", false}, // nothing could shut down
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startChild(t, name)
			c.expect(want.code)
			if !strings.Contains(c.output, want.contains) || strings.Contains(c.output, "hook\n") != want.hooksRan {
				t.Errorf("output:\n%s", c.output)
			}
		})
	}
}
