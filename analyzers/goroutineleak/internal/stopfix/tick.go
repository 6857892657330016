package stopfix

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// FixTickerRange ends the loop with a context: one in scope that is known to
// end, else the process-wide one.
//
//	for range t.C                →  for range lifecycle.Recv(ctx, t.C)
//
// Files older than Go 1.23 cannot range over functions and get a select.
func FixTickerRange(p *check.Pass, cur inspector.Cursor, loop *ast.RangeStmt, channel string) *edit.Fix {
	e := p.Edit(loop.Pos())
	ctx, changes := contextFor(p, cur, loop.Pos())
	if ctx == "" {
		if fix := endWithOwner(p, cur); fix != nil {
			return fix
		}
	}
	plain := p.Stdlib() && ctx != ""
	if !plain && goversion.AtLeast(p.Version(loop.Pos()), "go1.23") {
		lc := e.Import(loop.Pos(), p.Lifecycle(), "lifecycle")
		if ctx == "" {
			ctx = lc + ".Context()"
		}
		seq := fmt.Sprintf("%s.Recv(%s, %s)", lc, ctx, channel)
		e.Replace(loop.X.Pos(), loop.X.End(), seq)
		return e.Fix("Range over "+seq+", which ends with the context", changes)
	}
	if ctx == "" {
		ctx = e.Import(loop.Pos(), p.Lifecycle(), "lifecycle") + ".Context()"
	}
	if !selectOn(p, e, cur, loop, ctx+".Done()", channel) {
		return nil
	}
	return e.Fix("Wait for "+channel+" and "+ctx+".Done() in a select", changes)
}

// selectOn rewrites the head of the loop into
//
//	for {
//		select {
//		case <-ctx.Done():
//			return
//		case <-t.C:
//		}
//
// and leaves the body after the select, where continue keeps its meaning. A channel that a
// call returns is kept in a variable before the loop. It reports whether a plain return is
// right there: the loop must be the last statement of a function without results.
func selectOn(p *check.Pass, e *edit.Builder, cur inspector.Cursor, loop *ast.RangeStmt, done, channel string) bool {
	if !endsFunc(cur) {
		return false
	}
	indent, before := e.Indent(loop.Pos()), ""
	if _, made := ast.Unparen(loop.X).(*ast.CallExpr); made { // once, as range does
		if _, labeled := cur.Parent().Node().(*ast.LabeledStmt); labeled {
			return false
		}
		name := edit.NewNames{}.Fresh(p.Pass, cur, "ticks")
		before, channel = name+" := "+channel+"\n"+indent, name
	}
	receive := "<-" + channel
	var declare string
	if key, ok := loop.Key.(*ast.Ident); ok && key.Name != "_" {
		receive = key.Name + " = <-" + channel
		if loop.Tok == token.DEFINE {
			declare = fmt.Sprintf("\n%s\tvar %s %s.Time", indent, key.Name, e.Import(loop.Pos(), "time", "time"))
		}
	}
	head := []string{before + "for {" + declare, "\tselect {", "\tcase <-" + done + ":", "\t\treturn", "\tcase " + receive + ":", "\t}"}
	e.Replace(loop.For, loop.Body.Lbrace+1, strings.Join(head, "\n"+indent))
	return true
}

// plainReturn reports whether fn is a function without results.
func plainReturn(fn ast.Node) bool {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Type.Results == nil
	case *ast.FuncDecl:
		return fn.Type.Results == nil
	}
	return false
}

// contextFor returns the expression of a context that the code at pos should
// end with, "" if none is in scope that anything ends, and what using it changes
// beyond the bug.
func contextFor(p *check.Pass, cur inspector.Cursor, pos token.Pos) (expr, changes string) {
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append([]ast.Node{c.Node()}, path...)
	}
	contexts := slices.DeleteFunc(ctxscope.Live(p.Pass, pos, path), func(c ctxscope.Context) bool {
		return c.Param && ctxscope.AlwaysRoot(p.Pass, cur, c.Var)
	})
	for _, c := range contexts {
		if c.Stoppable() {
			return c.Var.Name(), ""
		}
	}
	for _, c := range contexts {
		if c.Param {
			return c.Var.Name(), "the goroutine now returns with the " + c.Var.Name() + " of the function that starts it"
		}
	}
	return "", ""
}
