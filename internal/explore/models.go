package explore

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A model replaces a function of another package whose effect on the scope is known.
type model func(m *machine, st *state, g *goroutine, args []value, at callSite)

// model returns the model of a function, nil if it has none.
func (m *machine) model(fn *ssa.Function) model {
	if md, ok := m.known[fn]; ok {
		return md
	}
	var md model
	if obj, ok := fn.Object().(*types.Func); ok && fn.Blocks == nil {
		md = models[obj.FullName()]
		if obj.Pkg() != nil && obj.Pkg().Path() == "sync/atomic" {
			md = atomicModel(obj)
		}
		if catalog.ErrorMakers[obj.FullName()] {
			md = madeError
		}
	}
	m.known[fn] = md
	return md
}

// starters are those of the models that run their argument in a goroutine of its own.
var starters = map[string]bool{
	"(*sync.WaitGroup).Go":                   true,
	"(*golang.org/x/sync/errgroup.Group).Go": true,
	"time.AfterFunc":                         true,
}

// models are the functions that are known, by their names.
var models map[string]model

func init() { // the table refers to functions that use it
	models = map[string]model{
		"(*sync.Mutex).Lock":                       locking(Lock),
		"(*sync.Mutex).Unlock":                     locking(Unlock),
		"(*sync.Mutex).TryLock":                    locking(TryLock),
		"(*sync.RWMutex).Lock":                     locking(Lock),
		"(*sync.RWMutex).Unlock":                   locking(Unlock),
		"(*sync.RWMutex).TryLock":                  locking(TryLock),
		"(*sync.RWMutex).RLock":                    locking(RLock),
		"(*sync.RWMutex).RUnlock":                  locking(RUnlock),
		"(*sync.RWMutex).TryRLock":                 locking(TryRLock),
		"(*sync.RWMutex).RLocker":                  rlocker,
		"(*sync.WaitGroup).Wait":                   locking(Wait),
		"(*sync.WaitGroup).Done":                   counting(-1),
		"(*sync.WaitGroup).Add":                    addModel,
		"(*sync.WaitGroup).Go":                     groupGo,
		"(*sync.Cond).Wait":                        locking(CondWait),
		"(*sync.Cond).Signal":                      locking(Signal),
		"(*sync.Cond).Broadcast":                   locking(Broadcast),
		"sync.NewCond":                             newCond,
		"(*sync.Once).Do":                          onceDo,
		"context.Background":                       backgroundModel,
		"context.TODO":                             backgroundModel,
		"context.WithCancel":                       derived(false),
		"context.WithTimeout":                      derived(true),
		"context.WithDeadline":                     derived(true),
		"context.WithCancelCause":                  derived(false),
		"context.WithValue":                        sameContext,
		"context.WithoutCancel":                    backgroundModel,
		"time.After":                               timerChannel,
		"time.Tick":                                timerChannel,
		"time.NewTimer":                            timerModel,
		"time.NewTicker":                           timerModel,
		"time.AfterFunc":                           afterFunc,
		"os.Exit":                                  exitModel,
		"runtime.Goexit":                           goexitModel,
		"(*testing.common).FailNow":                goexitModel,
		"(*testing.common).Fatal":                  goexitModel,
		"(*testing.common).Fatalf":                 goexitModel,
		"(*golang.org/x/sync/errgroup.Group).Go":   errGroupGo,
		"(*golang.org/x/sync/errgroup.Group).Wait": locking(Wait),
	}
}

// place returns the slot that a pointer to a sync type points to.
func (m *machine) place(st *state, g *goroutine, v value, t types.Type) (addr, bool) {
	p, ok := m.deref(st, g, v, t)
	if !ok || st.heap[p.n] == nil || int(p.off) >= len(st.heap[p.n].cells) {
		return addr{}, false
	}
	return p.addr(), true
}

func recvType(at callSite, args []value) types.Type {
	sig := at.instr.Common().Signature()
	if recv := sig.Recv(); recv != nil {
		if p, ok := recv.Type().Underlying().(*types.Pointer); ok {
			return p.Elem()
		}
	}
	return types.Typ[types.Int]
}

// locking is the model of a method that is one operation.
func locking(kind Op) model {
	return func(m *machine, st *state, g *goroutine, args []value, at callSite) {
		where, ok := m.place(st, g, args[0], recvType(at, args))
		if !ok {
			return
		}
		g.pend = &op{kind: kind, at: where, root: g.id == 0, site: g.site(at.instr), reg: at.reg, again: at.again}
	}
}

// rlocker returns a Locker whose Lock is RLock.
func rlocker(m *machine, st *state, g *goroutine, args []value, at callSite) {
	t := at.instr.Common().Signature().Recv().Type()
	m.finish(st, g, at, value{k: boxed, x: &extra{text: readsOnly, typ: t, list: args[:1]}})
}

// readsOnly marks a Locker that RLocker has returned.
const readsOnly = "RLocker"

var rlockerMethods = map[string]string{"Lock": "RLock", "Unlock": "RUnlock"}

func counting(n int64) model {
	return func(m *machine, st *state, g *goroutine, args []value, at callSite) {
		where, ok := m.place(st, g, args[0], recvType(at, args))
		if ok {
			g.pend = &op{kind: Add, at: where, val: intValue(n), site: g.site(at.instr), reg: -1, again: at.again}
		}
	}
}

func addModel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	st.atLeastOne(args[1])
	n, ok := m.count(st, args[1])
	if n > fewGoroutines {
		n, st.cost.scaled, m.scales = m.scale, 1, true
	}
	if ok {
		counting(n)(m, st, g, args, at)
	}
}

// groupGo increments the counter, and starts a goroutine that decrements it when it
// returns.
func groupGo(m *machine, st *state, g *goroutine, args []value, at callSite) {
	where, ok := m.place(st, g, args[0], recvType(at, args))
	if !ok {
		return
	}
	o := st.object(where.obj)
	o.cells[where.off].k = lock
	o.cells[where.off].n++
	started := m.spawnValue(st, g, args[1], at.instr)
	if started != nil && len(started.frames) > 1 {
		started.top().after = &op{kind: Add, at: where, val: intValue(-1), site: g.site(at.instr), reg: -1, again: true}
	}
	m.finish(st, g, at, value{})
}

func errGroupGo(m *machine, st *state, g *goroutine, args []value, at callSite) {
	groupGo(m, st, g, args, at)
}

// spawnValue starts a function value without arguments.
func (m *machine) spawnValue(st *state, by *goroutine, fn value, site ssa.CallInstruction) *goroutine {
	fn = st.resolve(fn)
	if fn.k != function || fn.x.fn.Blocks == nil {
		m.release(st, fn)
		return nil
	}
	if len(st.gs) >= mostGos {
		st.crowd()
		return nil
	}
	st.started++
	g := &goroutine{owner: st, id: st.started, at: site, frames: []*frame{{ended: true}}}
	st.gs = append(st.gs, g)
	st.note(step{g: by.id, with: g.id, site: site, start: true})
	m.push(g, fn.x.fn, fn.x.list, len(fn.x.list), callSite{reg: -1, again: true})
	return g
}

func newCond(m *machine, st *state, g *goroutine, args []value, at callSite) {
	t := at.instr.Common().Signature().Results().At(0).Type().Underlying().(*types.Pointer).Elem()
	n := st.alloc(&object{cells: m.zero(t)})
	st.heap[n].cells[0] = args[0]
	m.finish(st, g, at, value{k: pointer, n: n})
}

// States of a Once.
const (
	onceNew = iota
	onceRuns
	onceDone
)

func onceDo(m *machine, st *state, g *goroutine, args []value, at callSite) {
	where, ok := m.place(st, g, args[0], recvType(at, args))
	if ok {
		g.pend = &op{kind: Do, at: where, fn: args[1], site: g.site(at.instr), reg: -1, again: at.again}
	}
}

func backgroundModel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	m.finish(st, g, at, value{k: ctx, n: background})
}

func sameContext(m *machine, st *state, g *goroutine, args []value, at callSite) {
	m.finish(st, g, at, m.contextOf(st, args[0]))
}

// contextOf returns the context that a value is. Those of callers may end at any time.
func (m *machine) contextOf(st *state, v value) value {
	if v.k != unknown || v.n == 0 {
		return v
	}
	c := m.newContext(st, value{k: ctx, n: background}, true)
	f := st.factOf(v.n)
	f.bind = c
	st.learn(f)
	return c
}

func (m *machine) newContext(st *state, parent value, env bool) value {
	closed := false
	if parent.k == ctx && parent.n != background {
		over := st.heap[st.heap[parent.n].child]
		env, closed = env || over.env, over.closed
	} else if parent.k != ctx {
		env = true
	}
	child := st.alloc(&object{env: env, closed: closed})
	o := &object{child: child, parent: background}
	if parent.k == ctx {
		o.parent = parent.n
	}
	return value{k: ctx, n: st.alloc(o)}
}

// derived is the model of what derives a context.
func derived(limit bool) model {
	return func(m *machine, st *state, g *goroutine, args []value, at callSite) {
		c := m.newContext(st, m.contextOf(st, args[0]), limit)
		m.finish(st, g, at, listValue([]value{c, {k: ender, n: c.n}}))
	}
}

func timerChannel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	m.finish(st, g, at, value{k: channel, n: st.alloc(&object{env: true})})
}

// timerModel makes a Timer or Ticker, whose channel is its first field.
func timerModel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	t := at.instr.Common().Signature().Results().At(0).Type().Underlying().(*types.Pointer).Elem()
	n := st.alloc(&object{cells: m.fresh(t)})
	ch := st.alloc(&object{env: true})
	st.heap[n].cells[0] = value{k: channel, n: ch}
	m.finish(st, g, at, value{k: pointer, n: n})
}

func afterFunc(m *machine, st *state, g *goroutine, args []value, at callSite) {
	m.spawnValue(st, g, args[1], at.instr)
	m.finish(st, g, at, st.symbol())
}

// madeError returns an error that is not nil.
func madeError(m *machine, st *state, g *goroutine, args []value, at callSite) {
	err := st.symbol()
	f := st.factOf(err.n)
	f.nilish = no
	st.learn(f)
	m.finish(st, g, at, err)
}

func exitModel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	st.over = true
}

// goexitModel ends the goroutine after its deferred calls.
func goexitModel(m *machine, st *state, g *goroutine, args []value, at callSite) {
	g.exits = true
	g.top().panics = true
}
