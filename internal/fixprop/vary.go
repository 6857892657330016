package fixprop

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// A Variation is other code with the same place in it.
type Variation struct {
	Name   string
	Text   []byte // of the file
	Helper []byte // of another file of the package
	Mark   string // the statement after the place that releases something, "" if there is none
	Taken  string // the one that takes it
}

// A cleanup releases after the place what was acquired before it. The mark is the statement
// that does, if behind has others.
type cleanup struct{ name, before, behind, mark string }

// cleanups are the forms of a release. The names are declared in the helper file.
var cleanups = []cleanup{
	{"an assigned result", "scratch := openScratch()", "_ = scratch.Close()", ""},
	{"a test of the error", "scratch := openScratch()", "if errClose := scratch.Close(); errClose != nil {\nprintln(errClose.Error())\n}", ""},
	{"a removed file", "scratch := newScratch()", "_ = os.Remove(scratch)", ""},
	{"a method that releases", `kept.acquire("work")`, `kept.release("work")`, ""},
	{"a function that releases", "scratch := openScratch()", "releaseScratch(scratch)", ""},
	{"an entry deleted under a lock", `kept.acquire("work")`, "kept.mu.Lock()\ndelete(kept.open, \"work\")\nkept.mu.Unlock()", `delete(kept.open, "work")`},
	{"a later send", "ended := newEnded()", "ended <- struct{}{}", ""},
	{"a place in a semaphore", "slots := newEnded()\nslots <- struct{}{}", "<-slots", ""},
	{"a closed channel", "ended := newEnded()", "close(ended)", ""},
	{"a cancel", "cancelScope := newScope()", "cancelScope()", ""},
	{"a ticker", "pace := newPace()", "pace.Stop()", ""},
	{"a group", "crew := newCrew()", "crew.Done()", ""},
	{"a counter", "kept.active++", "kept.active--", ""},
	{"an atomic counter", "kept.busy.Add(1)", "kept.busy.Add(-1)", ""},
	{"a branch", "scratch := openScratch()", "if scratch != nil {\n_ = scratch.Close()\n}", ""},
	{"a loop", "scratch := openScratch()", "for scratch.Close() != nil {\n}", ""},
	{"a literal", "scratch := openScratch()", "func() {\n_ = scratch.Close()\n}()", ""},
	{"a defer before", "scratch := openScratch()\ndefer scratch.Close()", "", ""},
	{"a defer behind", "scratch := openScratch()", "defer scratch.Close()", ""},
	{"a deferred literal behind", "scratch := openScratch()", "defer func() {\n_ = scratch.Close()\n}()", ""},
}

const helper = `
import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

type ledger struct {
	mu     sync.Mutex
	open   map[string]bool
	active int
	busy   atomic.Int64
}

var kept = &ledger{open: make(map[string]bool)}

func (l *ledger) acquire(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[name] = true
}

func (l *ledger) release(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, name)
}

func openScratch() *os.File {
	f, err := os.CreateTemp("", "scratch")
	if err != nil {
		panic(err)
	}
	_ = os.Remove(f.Name()) // what is open stays
	return f
}

func newScratch() string {
	name, err := os.MkdirTemp("", "scratch")
	if err != nil {
		panic(err)
	}
	return name
}

func releaseScratch(f *os.File) { _ = f.Close() }

func newEnded() chan struct{} { return make(chan struct{}, 1) }

func newScope() context.CancelFunc {
	_, cancel := context.WithCancel(context.Background())
	return cancel
}

func newPace() *time.Ticker { return time.NewTicker(time.Hour) }

func newCrew() *sync.WaitGroup {
	crew := new(sync.WaitGroup)
	crew.Add(1)
	return crew
}

func ready() bool { return len(os.Args) > 0 }
`

// surroundings put the place, and what follows it in its block, into something else.
var surroundings = []struct{ name, before, behind string }{
	{"a loop with a label", "again:\nfor turn := range 2 {\n", "\nif turn > 5 {\ncontinue again\n}\n}"},
	{"a loop", "for range 2 {\n", "\n}"},
	{"a branch", "if ready() {\n", "\n}"},
	{"a switch", "switch {\ndefault:\n", "\n}"},
	{"a select", "select {\ndefault:\n", "\n}"},
	{"a block", "{\n", "\n}"},
	{"a literal", "func() {\n", "\n}()"},
	{"a literal with a result", "_ = func() error {\n", "\nreturn nil\n}()"},
	{"a literal with named results", "_, _ = func() (n int, err error) {\n", "\nreturn n, err\n}()"},
	{"a deferred literal", "defer func() {\n", "\n}()"},
	{"a goroutine", "go func() {\n", "\n}()"},
}

// names are those that fixes like to use.
var names = []string{
	"context", "ctx", "lifecycle", "time", "err", "errors", "sync", "done", "stop", "timer", "ticker", "cancel", "mu", "ok",
	"os", "log", "http", "signal", "syscall", "wg", "atomic", "errs", "c", "t", "v", "x", "once", "sem", "result",
}

// A place is where a finding is in a file.
type place struct {
	fset *token.FileSet
	file *ast.File
	src  []byte
	stmt ast.Stmt // in a list
	last ast.Stmt // of that list
	body *ast.BlockStmt
	decl *ast.FuncDecl // the declaration of its body; nil for a literal's
}

// Vary returns the variations of a file that has a finding in a line; none where no statement is
// marked. They need not compile: a name may be declared twice, or a result be missing.
func Vary(src []byte, line int) ([]Variation, error) {
	p := &place{fset: token.NewFileSet(), src: src}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "work.go", src, parser.ParseComments); err != nil {
		return nil, err
	}
	if !p.find(line) {
		return nil, nil
	}
	var list []Variation
	add := func(name, text string) *Variation {
		list = append(list, Variation{Name: name, Text: []byte(text), Helper: p.helper("")})
		return &list[len(list)-1]
	}
	at, end := p.offset(p.stmt.Pos()), p.offset(p.stmt.End())
	for _, c := range cleanups {
		v := add(c.name, p.with(insertion{at, c.before + "\n"}, insertion{end, "\n" + c.behind + "\n"}))
		v.Mark, v.Taken = cmp.Or(c.mark, c.behind), c.before[strings.LastIndexByte(c.before, '\n')+1:]
	}
	rest := p.offset(p.last.End())
	for _, s := range surroundings {
		add(s.name, p.with(insertion{at, s.before}, insertion{rest, s.behind}))
	}
	add("a comment behind", p.with(insertion{p.lineEnd(at), " // stays"})).Mark = ""
	text := string(src[at:rest])
	add("shadowed names", p.with(insertion{at, "{\n" + shadows(text)}, insertion{rest, "\n}"}))
	add("names of the package", string(src)).Helper = p.helper(p.packageNames())
	if p.decl != nil && p.decl.Type.Results == nil {
		results := p.offset(p.body.Lbrace)
		bottom := p.offset(p.body.Rbrace)
		add("named results", p.with(insertion{results, "(handled int, err error) "}, insertion{bottom, "\nreturn handled, err\n"}))
		add("results", p.with(insertion{results, "(int, error) "}, insertion{bottom, "\nreturn 0, nil\n"}))
		add("a result", p.with(insertion{results, "error "}, insertion{bottom, "\nreturn nil\n"}))
	}
	return formatted(list), nil
}

// formatted returns the variations as gofmt writes them, with the imports they need; what does
// not parse is left out.
func formatted(list []Variation) (good []Variation) {
	for _, v := range list {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "work.go", v.Text, parser.ParseComments)
		if err != nil {
			continue
		}
		if strings.Contains(v.Mark, "os.") {
			astutil.AddImport(fset, file, "os")
		}
		var out bytes.Buffer
		if err := format.Node(&out, fset, file); err != nil {
			continue
		}
		nice, err := format.Source(out.Bytes())
		if err != nil {
			continue
		}
		v.Text = nice
		good = append(good, v)
	}
	return good
}

// find looks for the innermost statement of a list that the line belongs to.
func (p *place) find(line int) bool {
	tok := p.fset.File(p.file.FileStart)
	if line > tok.LineCount() {
		return false
	}
	pos := tok.LineStart(line)
	for int(pos) < tok.Base()+tok.Size() && strings.ContainsRune(" \t", rune(p.src[tok.Offset(pos)])) {
		pos++
	}
	path, _ := astutil.PathEnclosingInterval(p.file, pos, pos)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			p.body, p.decl = n.Body, n
		case *ast.FuncLit:
			p.body = n.Body
		default:
			if stmts := statements(n); p.stmt == nil && i > 0 && stmts != nil {
				if stmt, ok := path[i-1].(ast.Stmt); ok && slices.Contains(stmts, stmt) {
					p.stmt, p.last = stmt, stmts[len(stmts)-1]
				}
			}
			continue
		}
		return p.stmt != nil && p.body != nil
	}
	return false
}

// statements returns the statements of what has a list of them.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

func (p *place) offset(pos token.Pos) int { return p.fset.File(p.file.FileStart).Offset(pos) }

func (p *place) lineEnd(offset int) int {
	if i := bytes.IndexByte(p.src[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(p.src)
}

type insertion struct {
	at   int
	text string
}

// with returns the source with two insertions.
func (p *place) with(list ...insertion) string {
	var b strings.Builder
	last := 0
	for _, i := range list {
		b.Write(p.src[last:i.at])
		b.WriteString(i.text)
		last = i.at
	}
	b.Write(p.src[last:])
	return b.String()
}

// shadows declares the names that the text does not use.
func shadows(text string) string {
	var b strings.Builder
	for _, name := range unused(text) {
		fmt.Fprintf(&b, "%s := 0\n_ = %s\n", name, name)
	}
	return b.String()
}

// packageNames declares the names that the file does not use as variables of the package.
func (p *place) packageNames() string {
	var b strings.Builder
	for _, name := range unused(string(p.src)) {
		if !strings.Contains(helper, name+".") && !strings.Contains(helper, `"`+name+`"`) {
			fmt.Fprintf(&b, "var %s = 0\n", name)
		}
	}
	return b.String()
}

func unused(text string) []string {
	words := make(map[string]bool)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z') && !('0' <= r && r <= '9')
	}) {
		words[word] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return words[name] })
}

// helper returns a file that declares what the variations use, and more.
func (p *place) helper(more string) []byte {
	return []byte("package " + p.file.Name.Name + "\n" + helper + more)
}
