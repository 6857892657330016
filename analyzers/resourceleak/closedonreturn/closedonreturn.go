// Package closedonreturn is the check resourceleak/closed-on-return: a deferred call closes what the function
// returns or keeps.
package closedonreturn

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed closedonreturn.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "closed-on-return",
	Title:      "a deferred call closes what the function returns or keeps",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func connect(dsn string) (*sql.DB, error) {
//		db, err := sql.Open("postgres", dsn)
//		if err != nil {
//			return nil, err
//		}
//		defer db.Close() // runs before the caller gets db
//		return db, nil
//	}
//
// and the same with what is stored in a variable of the package or a field that other functions use, with what
// reads it, and with a function literal that uses it. Silent where the deferred call runs on some paths only, and
// where the function is what uses the value: it serves, waits or repeats its work until it returns.
func run(p *check.Pass) {
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			d, ok := instr.(*ssa.Defer)
			if !ok || p.Quiet(d.Pos()) {
				continue
			}
			if e := endedBy(d); e != nil && !e.returned(p) {
				e.kept(p)
			}
		}
	}
}

// returned reports a value that the function returns, and reports whether it does.
func (e *ended) returned(p *check.Pass) bool {
	for ret, values := range ssaflow.Returns(e.by.Parent()) {
		if !e.by.Block().Dominates(ret.Block()) || fails(ret, values) {
			continue
		}
		for _, v := range values {
			if e.within(v, 8) && !(e.body && (e.readsBody() || isResponse(v) && e.headOnly(p))) {
				e.report(p, "closed before the caller gets it: the deferred call runs when "+funcName(e.by.Parent())+" returns", ret.Pos(), "returned here", nil)
				return true
			}
		}
	}
	return false
}

// kept reports a value that the function keeps where others find it.
func (e *ended) kept(p *check.Pass) {
	k := e.keeper()
	if k == nil || works(p, e.by.Parent()) || !k.used(p, e.by.Parent()) {
		return
	}
	var doubts []check.Doubt
	if at := e.usedUntil(); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.UsedUntil, at))
	}
	e.report(p, "closed when "+funcName(e.by.Parent())+" returns, and used after that: "+k.name+" keeps it", k.at.Pos(), "kept here", doubts)
}

func (e *ended) report(p *check.Pass, what string, at token.Pos, hop string, doubts []check.Doubt) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(e.by.Pos(), e.by.Pos()+1)
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		stmt := c.Node().(*ast.DeferStmt)
		p.Report(check.Finding{
			At:      stmt,
			Message: fmt.Sprintf("%s is %s", nameOf(e.value), what),
			Trace:   []check.Hop{{Pos: at, Message: hop}},
			Doubts:  doubts,
			Fix:     fix(p, e, stmt),
		})
		return
	}
}

// nameOf returns what the message calls a value.
func nameOf(v ssa.Value) string {
	if name := ssaflow.Name(v); name != "" {
		return name
	}
	return "what the function opens"
}

func funcName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "the function literal"
	}
	return fn.Name()
}
