package lifecycle

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Phase is a step of the shutdown. Phases run in the order of their values:
// what uses something is finished before what it uses.
type Phase int

const (
	// PhaseWorkers: the work context ends; hooks stop consumers and pollers;
	// then all workers are waited for.
	PhaseWorkers Phase = iota
	// PhaseDeregister: leave service registries and elections.
	PhaseDeregister
	// PhaseClients: close outbound clients and brokers. A hook is in this
	// phase unless InPhase says otherwise.
	PhaseClients
	// PhaseDatabases: close databases and stores.
	PhaseDatabases
	// PhaseFlush: flush telemetry, error reports and logs.
	PhaseFlush

	phaseStart Phase = -3
	phaseDrain Phase = -2
	phaseHTTP  Phase = -1
)

// String returns the phase's name in lower case.
func (p Phase) String() string {
	names := [...]string{"start", "drain", "http", "workers", "deregister", "clients", "databases", "flush"}
	if i := int(p - phaseStart); i >= 0 && i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("phase(%d)", int(p))
}

// defaultBudget is what a hook may take unless Budget says otherwise.
const defaultBudget = 5 * time.Second

// hook is one thing to do at shutdown.
type hook struct {
	phase  Phase
	name   string
	budget time.Duration
	fn     func(context.Context) error
	order  uint64 // of registration, across all servers
}

// HookOption configures one hook.
type HookOption func(*hook)

// InPhase sets the phase of a hook; the default is PhaseClients.
func InPhase(p Phase) HookOption { return func(h *hook) { h.phase = max(p, PhaseWorkers) } }

// Budget sets how long a hook may take, at most; the default is 5 s. If the
// budgets of the hooks still to run exceed what is left of the grace period,
// each gets its share of it.
func Budget(d time.Duration) HookOption { return func(h *hook) { h.budget = max(d, 0) } }

// Named sets the name that logs and the Report use for a hook; the default is
// the file and line of the registration.
func Named(name string) HookOption { return func(h *hook) { h.name = name } }

// Closer makes a hook of an io.Closer, to be registered with OnShutdownErr.
func Closer(c io.Closer) func(context.Context) error {
	return func(context.Context) error { return c.Close() }
}

// Func makes a hook of a function that takes no context, such as the Stop method of a
// worker, to be registered with OnShutdown. The hook is abandoned when its budget is used
// up, although fn is not notified.
func Func(fn func()) func(context.Context) {
	return func(context.Context) { fn() }
}

// before reports whether h runs before o: phase by phase, and within a phase
// the latest registered first.
func (h *hook) before(o *hook) bool {
	if h.phase != o.phase {
		return h.phase < o.phase
	}
	return h.order > o.order
}

// registry holds the hooks of one server that have not been visited.
type registry struct {
	pending []*hook
	sealed  bool // all were visited: too late to register
}

// hooks guards every registry, because the last server to stop works through
// its own and the process-wide one as if they were one.
var hooks struct {
	sync.Mutex
	order uint64
}

// add registers h, and reports whether it was in time.
func (r *registry) add(h *hook) bool {
	hooks.Lock()
	defer hooks.Unlock()
	hooks.order++
	h.order = hooks.order
	if !r.sealed {
		r.pending = append(r.pending, h)
	}
	return !r.sealed
}

// takeHook removes and returns the hook to run next, with the server it belongs to and the
// sum of the budgets of the others. If there is none it returns nil, and after that none
// can be added.
func takeHook(from []*Server) (next *hook, home *Server, others time.Duration) {
	hooks.Lock()
	defer hooks.Unlock()
	at := 0
	for _, s := range from {
		for i, h := range s.hooks.pending {
			others += h.budget
			if next == nil || h.before(next) {
				next, home, at = h, s, i
			}
		}
	}
	if next == nil {
		for _, s := range from {
			s.hooks.sealed = true
		}
		return nil, nil, 0
	}
	home.hooks.pending = slices.Delete(home.hooks.pending, at, at+1)
	return next, home, others - next.budget
}

// callSite returns the file and line that called the exported function that
// called callSite.
func callSite() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return "unknown"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}
