package ssaflow_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// noReturn stands for the facts about the standard library.
var noReturn = map[string]bool{"os.Exit": true, "log.Fatal": true, "runtime.Goexit": true}

// fset and std are shared by the tests: to check the standard library takes longer than all
// of them.
var (
	fset = token.NewFileSet()
	std  = &onceAtATime{importer: importer.ForCompiler(fset, "source", nil)}
)

type onceAtATime struct {
	mu       sync.Mutex
	importer types.Importer
}

func (i *onceAtATime) Import(path string) (*types.Package, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.importer.Import(path)
}

// flowOf builds the classes of a package with the given source.
func flowOf(t *testing.T, src string) *ssaflow.Flow {
	t.Helper()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: std}
	pkg, err := conf.Check(file.Name.Name, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:         make(map[*analysis.Analyzer]any),
		ImportObjectFact: func(obj types.Object, _ analysis.Fact) bool { return noReturn[obj.(*types.Func).FullName()] },
		ExportObjectFact: func(types.Object, analysis.Fact) {},
	}
	for _, a := range []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer} {
		pass.Analyzer = a
		if pass.ResultOf[a], err = a.Run(pass); err != nil {
			t.Fatal(err)
		}
	}
	return ssaflow.Of(pass)
}

// waited returns the source of the only receive in the function called worker.
func waited(t *testing.T, f *ssaflow.Flow) *ssaflow.Source {
	t.Helper()
	for _, fn := range f.SSA.Funcs {
		if fn.Name() != "worker" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if recv, ok := instr.(*ssa.UnOp); ok && recv.Op == token.ARROW {
					return f.ChannelSource(recv.X)
				}
			}
		}
	}
	t.Fatal("no receive in worker")
	return nil
}

func TestWhoRaises(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, src string
		dead      bool
	}{
		{"field closed nowhere", `
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t) worker() { <-x.stop }`, true},
		{"field closed in a method", `
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t) worker() { <-x.stop }
			func (x *t) Stop() { close(x.stop) }`, false},
		{"field closed through a helper's parameter", `
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t) worker() { <-x.stop }
			func (x *t) Stop() { end(x.stop) }
			func end(c chan struct{}) { defer close(c) }`, false},
		{"local kept in two fields", `
			type t struct{ stop chan struct{} }
			type u struct{ done <-chan struct{} }
			func New() (*t, *u) { c := make(chan struct{}); y := &u{done: c}; go y.worker(); return &t{stop: c}, y }
			func (x *u) worker() { <-x.done }
			func (x *t) Stop() { close(x.stop) }`, false},
		{"field of a generic type", `
			type t[V any] struct{ stop chan struct{}; v V }
			func New() *t[int] { x := &t[int]{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t[V]) worker() { <-x.stop }
			func (x *t[V]) Stop() { close(x.stop) }`, false},
		{"embedded struct", `
			type base struct{ stop chan struct{} }
			type t struct{ *base }
			func New() *t { x := &t{&base{make(chan struct{})}}; go x.worker(); return x }
			func (x *t) worker() { <-x.stop }
			func (b *base) Stop() { close(b.stop) }`, false},
		{"closure that closes, kept in a field", `
			type t struct{ end func() }
			func New() *t { c := make(chan struct{}); go worker(c); return &t{end: func() { close(c) }} }
			func worker(c chan struct{}) { <-c }`, false},
		{"exported field", `
			type T struct{ Stop chan struct{} }
			func New() *T { x := &T{Stop: make(chan struct{})}; go x.worker(); return x }
			func (x *T) worker() { <-x.Stop }`, false},
		{"exported field of receive-only type", `
			type T struct{ Done <-chan struct{} }
			func New() *T { c := make(chan struct{}); go worker(c); return &T{Done: c} }
			func worker(c chan struct{}) { <-c }`, false},
		{"accessor returns a receive-only view", `
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t) worker() { <-x.Done() }
			func (x *t) Done() <-chan struct{} { return x.stop }`, true},
		{"accessor returns the channel", `
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); return x }
			func (x *t) worker() { <-x.Done() }
			func (x *t) Done() chan struct{} { return x.stop }`, false},
		{"parameter of an exported function", `
			func Run(c chan struct{}) { go worker(c) }
			func worker(c chan struct{}) { <-c }`, false},
		{"parameter of an unexported function", `
			func Run() { go worker(make(chan struct{})) }
			func worker(c chan struct{}) { <-c }`, true},
		{"handed to another package", `
			import "os/signal"
			import "os"
			func Run() { c := make(chan os.Signal, 1); signal.Notify(c); go worker(c) }
			func worker(c chan os.Signal) { <-c }`, false},
		{"in a slice", `
			var all []chan int
			func Run() { c := make(chan int); all = append(all, c); go worker(c) }
			func worker(c chan int) { <-c }`, false},
		{"sent by a function value", `
			func Run() { c := make(chan int); send := func() { c <- 1 }; go worker(c); send() }
			func worker(c chan int) { <-c }`, false},
		{"package variable", `
			var stop = make(chan int)
			func Run() { go worker() }
			func worker() { <-stop }`, true},
		{"context cancelled by nobody", `
			import "context"
			type t struct{ ctx context.Context; cancel context.CancelFunc }
			func New() *t { x := &t{}; x.ctx, x.cancel = context.WithCancel(context.Background()); go x.worker(); return x }
			func (x *t) worker() { <-x.ctx.Done() }`, true},
		{"context cancelled by a method", `
			import "context"
			type t struct{ ctx context.Context; cancel context.CancelFunc }
			func New() *t { x := &t{}; x.ctx, x.cancel = context.WithCancel(context.Background()); go x.worker(); return x }
			func (x *t) worker() { <-x.ctx.Done() }
			func (x *t) Stop() { x.cancel() }`, false},
		{"cancel handed to another package", `
			import "context"
			import "time"
			func Run() { ctx, cancel := context.WithCancel(context.Background()); time.AfterFunc(1, cancel); go worker(ctx) }
			func worker(ctx context.Context) { <-ctx.Done() }`, false},
		{"parent cancelled by the caller", `
			import "context"
			func Run(parent context.Context) { ctx, _ := context.WithCancel(context.WithValue(parent, 1, 2)); go worker(ctx) }
			func worker(ctx context.Context) { <-ctx.Done() }`, false},
		{"context with a deadline", `
			import "context"
			func Run() { ctx, _ := context.WithTimeout(context.Background(), 1); go worker(ctx) }
			func worker(ctx context.Context) { <-ctx.Done() }`, false},
		{"background", `
			import "context"
			func Run() { go worker(context.Background()) }
			func worker(ctx context.Context) { <-ctx.Done() }`, true},
		{"method value started elsewhere", `
			import "time"
			type t struct{ stop chan struct{} }
			func New() *t { x := &t{stop: make(chan struct{})}; go x.worker(); time.AfterFunc(1, x.halt); return x }
			func (x *t) worker() { <-x.stop }
			func (x *t) halt() { close(x.stop) }`, false},
		{"unexported interface", `
			type stopper interface{ end(chan int) }
			type closer struct{}
			func (closer) end(c chan int) { close(c) }
			func Run(s stopper) { c := make(chan int); go worker(c); s.end(c) }
			func worker(c chan int) { <-c }`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			src := waited(t, flowOf(t, "package p\n"+tt.src))
			if got := src.Dead(); got != tt.dead {
				t.Errorf("Dead() = %v, want %v (%+v)", got, tt.dead, src)
			}
		})
	}
}

func TestLevelAndCapacity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, src string
		level     ssaflow.Level
		capacity  int64
		known     bool
	}{
		{"local", `func worker() { c := make(chan int, 3); go func() { c <- 1 }(); <-c }`, ssaflow.Local, 3, true},
		{"helper", `func worker() { c := make(chan int); go send(c); <-c }; func send(c chan int) { c <- 1 }`, ssaflow.Package, 0, true},
		{"view", `type T struct{ C <-chan int }; func worker(t *T) { c := make(chan int, 1); t.C = c; <-c }`, ssaflow.Escaped, 0, false},
		{"returned view", `func Worker() <-chan int { c := make(chan int, 1); worker(c); return c }; func worker(c chan int) { <-c }`, ssaflow.ReceiveOnly, 1, true},
		{"two sizes", `func worker(b bool) { c := make(chan int); if b { c = make(chan int, 1) }; <-c }`, ssaflow.Local, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := waited(t, flowOf(t, "package p\n"+tt.src)).Channel
			if got := c.Level(); got != tt.level {
				t.Errorf("Level() = %v, want %v", got, tt.level)
			}
			if n, ok := c.Capacity(); n != tt.capacity && ok || ok != tt.known {
				t.Errorf("Capacity() = %v, %v, want %v, %v", n, ok, tt.capacity, tt.known)
			}
		})
	}
}

func TestReachable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, src string
		ends      bool // whatever fires
		unraised  bool // although what nothing fires does not
	}{
		{"endless", `func worker() { for { println() } }`, false, false},
		{"endless callee", `func worker() { loop(); println() }; func loop() { for { println() } }`, false, false},
		{"endless through a literal", `func worker() { loop := func() { for { println() } }; loop() }`, false, false},
		{"break", `func worker(n int) { for { if n > 0 { break } } }`, true, true},
		{"exit of the process", `import "os"; func worker() { for { os.Exit(1) } }`, true, true},
		{"exit in a callee", `import "log"; func worker() { for { must() } }; func must() { if true { log.Fatal() } }`, true, true},
		{"panic", `func worker() { for { panic(1) } }`, true, true},
		{"goexit", `import "runtime"; func worker(b bool) { for { if b { runtime.Goexit() } } }`, true, true},
		{"dead select case", `func worker() { c := make(chan int); for { select { case <-c: return; default: } } }`, true, false},
		{"dead wait", `func worker() { c := make(chan int); <-c }`, true, false},
		{"dead range", `func worker() { c := make(chan int); for range c { } }`, true, false},
		{"live among dead", `func worker(d chan int) { c := make(chan int); for { select { case <-c: return; case <-d: return } } }
			func Run(d chan int) { worker(d) }`, true, true},
		{"dead flag", `type t struct{ off bool }; func worker(x *t) { for !x.off { println() } }`, true, false},
		{"flag", `type t struct{ off bool }; func worker(x *t) { for !x.off { println() } }; func (x *t) stop() { x.off = true }`, true, true},
		{"dead atomic", `import "sync/atomic"; type t struct{ off atomic.Bool }; func worker(x *t) { for { if x.off.Load() { return } } }`, true, false},
		{"atomic", `import "sync/atomic"; type t struct{ off atomic.Bool }; func worker(x *t) { for { if x.off.Load() { return } } }
			func (x *t) stop() { x.off.Store(true) }`, true, true},
		{"background never errs", `import "context"; func worker() { ctx := context.Background(); for ctx.Err() == nil { println() } }`, true, false},
		{"flag of another polarity is not known", `type t struct{ on bool }; func worker(x *t) { for x.on { println() } }`, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := flowOf(t, "package p\n"+tt.src)
			for _, fn := range f.SSA.Funcs {
				if fn.Name() != "worker" {
					continue
				}
				if got := f.Exits(nil).Reachable(fn); got != tt.ends {
					t.Errorf("Reachable = %v, want %v", got, tt.ends)
				}
				if got := f.Exits((*ssaflow.Source).Dead).Reachable(fn); got != tt.unraised {
					t.Errorf("Reachable without what nobody raises = %v, want %v", got, tt.unraised)
				}
			}
		})
	}
}
