package steps

import "testing"

// A truncated list is marked, and keeps what registers for signals; steps without an effect
// are dropped first.
func TestFit(t *testing.T) {
	t.Parallel()
	var long, idle []Step
	for range most {
		long = append(long, Step{Kind: Tell, Key: "a"})
		idle = append(idle, Step{Kind: Exit, Cond: true}, Step{Kind: Loop})
	}
	asks := Step{Kind: Start, Body: []Step{{Kind: Signal, What: "SIGTERM", Key: "c", Hard: true}}}
	got := fit(append(long, asks), most, "")
	if n := len(got); n != most+2 || got[n-1].What != Cut || got[n-2].Kind != Signal || got[n-2].Key != "" {
		t.Errorf("%d steps, the last %v", n, got[max(0, n-2):])
	}
	var routes []Step
	for _, path := range []string{"GET /readyz", "/orders"} {
		routes = append(routes, Step{Kind: Route, What: path, Body: []Step{{Kind: Read, Key: "s"}}})
	}
	got = fit(append(idle, routes...), most, "")
	if n := len(got); n != 3 || len(got[1].Body) != 1 || len(got[2].Body) != 0 {
		t.Errorf("routes are %v", got)
	}
	if got := fit(append(idle, asks), most, ""); len(got) != 2 || got[0].Kind != Loop || got[1].Kind != Start {
		t.Errorf("%d steps are left of those without effect", len(got))
	}
}
