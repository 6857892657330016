package busyloop

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixRedial pauses for a second, or until the context of the function ends, which the condition of the
// loop or a statement before the attempt then sees.
func (s *spin) fixRedial(tried ast.Node, again []ast.Stmt) *edit.Fix {
	test, isTest := tried.(*ast.IfStmt)
	if isTest && len(test.Body.List) == 0 {
		return nil
	}
	e := s.p.Edit(tried.Pos())
	lines := pause(e, tried.Pos(), s.context())
	switch {
	case len(again) > 0:
		e.After(again[len(again)-1], lines...)
	case !isTest:
		e.After(tried, lines...)
	case succeeded(test):
		e.After(test, lines...)
	default:
		e.Before(test.Body.List[0], lines...)
	}
	return e.Fix("Pause for a second after a failure", "the next attempt comes a second later")
}

// fixRetry pauses likewise at the end of an iteration. There is none where an iteration may not come
// to its end.
func (s *spin) fixRetry(call *ast.CallExpr) *edit.Fix {
	list := s.loop.Body.List
	if n := len(list); n > 0 && isContinue(list[n-1]) {
		list = list[:n-1]
	}
	if len(list) == 0 || alwaysLeaves(list[len(list)-1]) || endsEarly(list) {
		return nil
	}
	ctx := s.context()
	if ctx == "" && len(call.Args) > 0 && callmatch.IsType(s.p.TypesInfo.TypeOf(call.Args[0]), "context.Context") {
		if id, ok := call.Args[0].(*ast.Ident); !ok || s.limit == nil || s.p.TypesInfo.ObjectOf(id).Pos() >= s.from {
			return nil // the loop would not end with it
		}
		ctx = s.p.Source(call.Args[0])
	}
	e := s.p.Edit(s.loop.Body.Pos())
	e.After(list[len(list)-1], pause(e, s.loop.Body.Pos(), ctx)...)
	return e.Fix("Pause for a second between two attempts", "the next attempt comes a second later")
}

// pause are the lines that pause for a second, or until a context ends, if there is one.
func pause(e *edit.Builder, pos token.Pos, ctx string) []string {
	time := e.Import(pos, "time", "time")
	if ctx == "" {
		return []string{time + ".Sleep(" + time + ".Second)"}
	}
	return []string{"select {", "case <-" + ctx + ".Done():", "case <-" + time + ".After(" + time + ".Second):", "}"}
}

// context returns the context whose end the loop asks for.
func (s *spin) context() string {
	name := ""
	ast.Inspect(s.loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || name != "" {
			return name == ""
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			switch callmatch.CalleeName(s.p.TypesInfo, call) {
			case "(context.Context).Err", "(context.Context).Done":
				name = s.p.Source(sel.X)
			}
		}
		return name == ""
	})
	return name
}
