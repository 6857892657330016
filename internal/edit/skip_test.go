package edit

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// A fix that returns reports what it skips: what is released after it, by any statement,
// but not what it does itself, what is acquired after it, or what is deferred.
func TestSkipped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ behind, fix, want string }{
		"a call":               {"f.Close()", "", "f.Close()"},
		"an assigned result":   {"_ = f.Close()", "", "f.Close()"},
		"a test of the error":  {"if err := f.Close(); err != nil { println(err) }", "", "f.Close()"},
		"an argument":          {"os.Remove(name)", "", "os.Remove(name)"},
		"of the map":           {"delete(open, name)", "", "delete(open, name)"},
		"a cancel":             {"cancel()", "", "cancel()"},
		"a channel":            {"close(done)", "", "close(done)"},
		"in a loop":            {"for range 2 { f.Close() }", "", "f.Close()"},
		"under a lock":         {"mu.Lock(); delete(open, name); mu.Unlock()", "", "delete(open, name)"},
		"what the fix does":    {"f.Close()", "f.Close()", ""},
		"what is taken behind": {"mu.Lock(); println(); mu.Unlock()", "", ""},
		"what is opened":       {"g, _ := os.Open(name); g.Close()", "", ""},
		"a defer":              {"defer f.Close()", "", "f.Close()"},
		"a deferred literal":   {"defer func() { f.Close() }()", "", "f.Close()"},
		"in a goroutine":       {"go func() { f.Close() }()", "", "f.Close()"},
		"a literal":            {"func() { f.Close() }()", "", "f.Close()"},
		"a literal for later":  {"later := func() { f.Close() }; _ = later", "", ""},
		"a function":           {"releaseFile(f)", "", "releaseFile(f)"},
		"a send":               {"out <- name", "", "out <- name"},
		"a turn":               {"<-out", "", "<-out"},
		"a time":               {"<-time.After(1)", "", ""},
		"a counter":            {"gauge.n--", "", "gauge.n--"},
		"an atomic counter":    {"gauge.busy.Add(-1)", "", "gauge.busy.Add(-1)"},
		"an atomic function":   {"atomic.AddInt64(&gauge.old, -1)", "", "atomic.AddInt64(&gauge.old, -1)"},
		"what only counts":     {"left--", "", ""},
		"nothing":              {"println(name)", "", ""},
	} {
		b, edit := building(t, "", c.behind, c.fix)
		if got, _ := b.skipped([]analysis.TextEdit{edit}); got != c.want {
			t.Errorf("%s: skips %q, want %q", name, got, c.want)
		}
	}
}

// What the function has opened nothing else closes.
func TestSkippedLost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, behind, fix string
		want                bool
	}{
		"opened here":        {"g, _ := os.Open(name)", "g.Close()", "", true},
		"by a function":      {"g, _ := os.Open(name)", "releaseFile(g)", "", true},
		"deferred":           {"g, _ := os.Open(name)", "defer func() { g.Close() }()", "", true},
		"behind another":     {"g, _ := os.Open(name)", "cancel(); g.Close()", "", true},
		"the fix does":       {"g, _ := os.Open(name)", "g.Close()", "g.Close()", false},
		"where it failed":    {"g, err := os.Open(name); if err != nil { ", "}; defer g.Close()", "", false},
		"given to it":        {"", "f.Close()", "", false},
		"another method":     {"g, _ := os.Open(name)", "g.Sync()", "", false},
		"nothing to close":   {"var own sync.Mutex", "own.Unlock()", "", false},
		"of the one outside": {"g, _ := os.Open(name); func() { done <- struct{}{}", "g.Close() }()", "", false},
	} {
		b, edit := building(t, c.before, c.behind, c.fix)
		if _, got := b.skipped([]analysis.TextEdit{edit}); got != c.want {
			t.Errorf("%s: lost is %t, want %t", name, got, c.want)
		}
	}
}

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

// building returns a builder for a function with the given statements before and after a
// send, and the edit that makes the send return on cancellation.
func building(t *testing.T, before, behind, fix string) (*Builder, analysis.TextEdit) {
	t.Helper()
	const send = "done <- struct{}{}"
	src := "package p\n\nimport (\n\"context\"\n\"os\"\n\"sync\"\n\"sync/atomic\"\n\"time\"\n)\n\n" +
		"var gauge struct { n int; busy atomic.Int64; old int64 }\n\nfunc releaseFile(*os.File) {}\n\n" +
		"func run(left int, out chan string, _ time.Time, f *os.File, mu *sync.Mutex, name string, open map[string]bool, done chan struct{}, cancel context.CancelFunc) {\n" +
		before + "\n" + send + "\n" + behind + "\n}\n"
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: std}
	if _, err := conf.Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	start := file.FileStart + token.Pos(strings.LastIndex(src, send))
	text := "select {\ncase " + send + ":\ncase <-ctx.Done():\n" + fix + "\nreturn\n}"
	return New(pass, file), analysis.TextEdit{Pos: start, End: start + token.Pos(len(send)), NewText: []byte(text)}
}

// A return in a literal is none of the function's.
func TestReturns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"if x { return }":           1,
		"defer func() { return }()": 0,
		"f := func() int { if x { return 1 }; return 2 }; return": 1,
		"select { case <-c: return; default: return }":            2,
	} {
		if got := returns([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
