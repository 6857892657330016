// Package site finds the calls that open something, in the syntax and in the SSA form, and
// the returns at which internal/resource says that it is open.
package site

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Site is a call that opens something.
type Site struct {
	Func *types.Func // what is called
	Call *ast.CallExpr
	Cur  inspector.Cursor // of the call
	SSA  *ssa.Call
}

// Find returns the calls that open something, in source order. There is no SSA form where
// there are none.
func Find(p *check.Pass, opens func(fn *types.Func, call *ast.CallExpr) bool) []*Site {
	found := make(map[token.Pos]*Site)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if fn := to.Func; fn != nil && opens(fn, call) && !p.Quiet(call.Pos()) {
			found[call.Lparen] = &Site{Func: fn, Call: call, Cur: cur}
		}
	}
	if len(found) == 0 {
		return nil
	}
	var list []*Site
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && found[call.Pos()] != nil && found[call.Pos()].SSA == nil {
				s := found[call.Pos()]
				s.SSA = call
				list = append(list, s)
			}
		}
	}
	slices.SortFunc(list, func(a, b *Site) int { return cmp.Compare(a.Call.Pos(), b.Call.Pos()) })
	return list
}

// Statement returns the statement around the call: an assignment, a declaration, or the call.
func (s *Site) Statement() (ast.Stmt, inspector.Cursor) {
	for c := range s.Cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok {
			return stmt, c
		}
	}
	return nil, s.Cur
}

// Name returns the variable that gets the i-th result of the call, "" if there is none.
func (s *Site) Name(p *check.Pass, i int) string {
	stmt, _ := s.Statement()
	if assign, ok := stmt.(*ast.AssignStmt); ok && len(assign.Rhs) == 1 && ast.Unparen(assign.Rhs[0]) == s.Call && i < len(assign.Lhs) {
		return p.Source(assign.Lhs[i])
	}
	decl, ok := stmt.(*ast.DeclStmt)
	if !ok {
		return ""
	}
	spec, ok := decl.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	if ok && len(spec.Values) == 1 && ast.Unparen(spec.Values[0]) == s.Call && i < len(spec.Names) {
		return spec.Names[i].Name
	}
	return ""
}

// An Exit is where something is left open.
type Exit struct {
	At   analysis.Range
	Ret  *ast.ReturnStmt // nil at the end of the function, and for a loop
	End  bool            // of the function
	Loop bool            // the call is reached again
	Sure bool            // on all paths that lead here from the call
}

// Exits returns the places at which it is open on some path, a loop first.
func (s *Site) Exits(p *check.Pass, fate *resource.Fate) []Exit {
	var list []Exit
	for _, leak := range fate.Leaks {
		e := s.exit(p, leak)
		e.Sure = leak.By == nil && !slices.ContainsFunc(fate.Closed, func(call ssa.CallInstruction) bool { return ssaflow.FollowsBefore(call, leak.Exit, s.SSA) }) &&
			!slices.ContainsFunc(fate.Gone, func(h resource.Hop) bool { return ssaflow.FollowsBefore(h.Instr, leak.Exit, s.SSA) })
		if e.Loop {
			list = slices.Insert(list, 0, e)
		} else {
			list = append(list, e)
		}
	}
	return list
}

func (s *Site) exit(p *check.Pass, leak resource.Leak) Exit {
	ret, ok := leak.Exit.(*ssa.Return)
	if !ok {
		return Exit{At: s.Call, Loop: true}
	}
	return ReturnAt(p, ret)
}

// ReturnAt returns the place of a return, or of the end of the function.
func ReturnAt(p *check.Pass, ret *ssa.Return) Exit {
	if ret.Pos().IsValid() {
		in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
		if cur, ok := in.Root().FindByPos(ret.Pos(), ret.Pos()+1); ok {
			for c := range cur.Enclosing((*ast.ReturnStmt)(nil)) {
				stmt := c.Node().(*ast.ReturnStmt)
				return Exit{At: stmt, Ret: stmt}
			}
		}
	}
	end := ret.Parent().Syntax().End() - 1
	return Exit{At: check.Span(end, end+1), End: true}
}

// IsNil reports whether a value is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
