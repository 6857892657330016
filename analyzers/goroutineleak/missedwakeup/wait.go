package missedwakeup

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// maxCalls is how far away, in calls, a wake-up may be.
const maxCalls = 2

// A wait is a loop that waits for a condition variable in a field, until fields of the same object say
// that it may continue. Each change of direction lets it: see [wait.ends].
type wait struct {
	loop  *ast.ForStmt
	asked ast.Expr // the condition of the loop, or the first that leaves it; nil if there is none
	next  ast.Stmt // behind the loop
	call  *ast.CallExpr
	cond  *types.Var
	owner *types.Named
	until map[*types.Var]change
}

// A change is what has to happen to a field for a loop to end.
type change int

const (
	set   change = iota + 1 // a flag becomes true
	reset                   // a flag becomes false
	more                    // a number or list grows
	fewer                   // it shrinks
)

// waitsOf returns the loops around a call of Wait.
func waitsOf(p *check.Pass, in *inspector.Inspector) []*wait {
	var list []*wait
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		if p.Quiet(loop.Pos()) {
			continue
		}
		for _, stmt := range loop.Body.List {
			call, cond := condCall(p, stmt, "wait")
			if cond == nil {
				continue
			}
			sel := ast.Unparen(call.Fun).(*ast.SelectorExpr).X.(*ast.SelectorExpr)
			w := &wait{loop: loop, next: following(cur), call: call, cond: cond, owner: callmatch.Named(p.TypesInfo.TypeOf(sel.X)), until: make(map[*types.Var]change)}
			if w.owner != nil {
				w.owner = w.owner.Origin()
				w.leaves(p)
				list = append(list, w)
			}
		}
	}
	return list
}

// leaves notes what ends the loop: that its condition does not hold, or that of a statement in front of the Wait
// which leaves it.
//
//	for {
//		if len(q.items) > 0 { break }
//		q.cond.Wait()
//	}
func (w *wait) leaves(p *check.Pass) {
	if w.loop.Cond != nil {
		w.asks(p, w.loop.Cond, false)
		w.asked = w.loop.Cond
	}
	for _, stmt := range w.loop.Body.List {
		if stmt.Pos() > w.call.Pos() {
			return
		}
		test, ok := stmt.(*ast.IfStmt)
		if !ok || test.Else != nil || len(test.Body.List) == 0 {
			continue
		}
		switch last := test.Body.List[len(test.Body.List)-1].(type) {
		case *ast.ReturnStmt:
		case *ast.BranchStmt:
			if last.Tok != token.BREAK {
				continue
			}
		default:
			continue
		}
		w.asks(p, test.Cond, true)
		if w.asked == nil {
			w.asked = test.Cond
		}
	}
}

// condCall returns the call of a condition variable's method that a statement is, and the field.
func condCall(p *check.Pass, n ast.Node, kind string) (*ast.CallExpr, *types.Var) {
	if stmt, ok := n.(*ast.ExprStmt); ok {
		n = stmt.X
	}
	call, ok := n.(*ast.CallExpr)
	if !ok || catalog.CondMethods[callmatch.CalleeName(p.TypesInfo, call)] != kind {
		return nil, nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	return call, callmatch.Field(p.TypesInfo, sel.X)
}

// asks notes what lets a condition, or its opposite, become false.
func (w *wait) asks(p *check.Pass, cond ast.Expr, opposite bool) {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			w.asks(p, cond.X, !opposite)
		}
	case *ast.SelectorExpr:
		if f := callmatch.Field(p.TypesInfo, cond); f != nil && types.Identical(f.Type().Underlying(), types.Typ[types.Bool]) {
			w.until[f] = reset
			if opposite {
				w.until[f] = set
			}
		}
	case *ast.BinaryExpr:
		switch cond.Op {
		case token.LAND, token.LOR:
			w.asks(p, cond.X, opposite)
			w.asks(p, cond.Y, opposite)
		default:
			w.compares(p, cond, opposite)
		}
	}
}

// compares notes in which direction a number, or the length of a list, has to change.
func (w *wait) compares(p *check.Pass, cond *ast.BinaryExpr, opposite bool) {
	f := w.number(p, cond.X)
	if f == nil {
		return
	}
	op := cond.Op
	if opposite {
		op = negated[op]
	}
	direction := map[token.Token]change{token.GEQ: fewer, token.GTR: fewer, token.LSS: more, token.LEQ: more}[op]
	v := p.TypesInfo.Types[cond.Y].Value
	zero := v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
	switch {
	case op == token.EQL && zero:
		direction = more
	case op == token.NEQ && zero:
		direction = fewer
	}
	if direction == 0 {
		return
	}
	w.until[f] = direction
}

// negated are the comparisons that hold where others do not.
var negated = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// number returns the field that an operand is, or is the length of.
func (w *wait) number(p *check.Pass, expr ast.Expr) *types.Var {
	if call, ok := ast.Unparen(expr).(*ast.CallExpr); ok && callmatch.IsBuiltin(p.TypesInfo, call, "len") {
		return callmatch.Field(p.TypesInfo, call.Args[0])
	}
	return callmatch.Field(p.TypesInfo, expr)
}

// changed returns the field that a statement changes.
func changed(stmt ast.Node) ast.Expr {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if len(stmt.Lhs) == 1 {
			return ast.Unparen(stmt.Lhs[0])
		}
	case *ast.IncDecStmt:
		return ast.Unparen(stmt.X)
	}
	return nil
}

// ends reports whether a statement changes a field so that the loop may end.
func (w *wait) ends(p *check.Pass, stmt ast.Node) bool {
	target := changed(stmt)
	if target == nil {
		return false
	}
	want := w.until[callmatch.Field(p.TypesInfo, target)]
	if want == 0 {
		return false
	}
	if inc, ok := stmt.(*ast.IncDecStmt); ok {
		return inc.Tok == token.INC && want == more || inc.Tok == token.DEC && want == fewer
	}
	assign := stmt.(*ast.AssignStmt)
	switch assign.Tok {
	case token.ADD_ASSIGN:
		return want == more
	case token.SUB_ASSIGN:
		return want == fewer
	}
	value := ast.Unparen(assign.Rhs[0])
	if call, ok := value.(*ast.CallExpr); ok {
		return want == more && callmatch.IsBuiltin(p.TypesInfo, call, "append")
	}
	v := p.TypesInfo.Types[value].Value
	return v != nil && v.Kind() == constant.Bool && (want == set) == constant.BoolVal(v) && (want == set || want == reset)
}

// wakes reports whether a function wakes the waiters, or all of them, or one that it calls or that calls
// it.
func (w *wait) wakes(p *check.Pass, decl *ast.FuncDecl, all bool) bool {
	if w.wakesIn(p, decl, maxCalls, all) {
		return true
	}
	list := []*ast.FuncDecl{decl}
	for range maxCalls {
		var callers []*ast.FuncDecl
		for _, d := range list {
			fn, _ := p.TypesInfo.Defs[d.Name].(*types.Func)
			for _, call := range astindex.Of(p.Pass).Calls[fn] {
				if caller, ok := declOf(p, call.Expr); ok && w.wakesIn(p, caller, 1, all) {
					return true
				} else if ok {
					callers = append(callers, caller)
				}
			}
		}
		list = callers
	}
	return false
}

// declOf returns the declared function around a call.
func declOf(p *check.Pass, call *ast.CallExpr) (*ast.FuncDecl, bool) {
	for _, f := range p.Files {
		if f.FileStart > call.Pos() || call.Pos() > f.FileEnd {
			continue
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Pos() <= call.Pos() && call.Pos() < fd.End() {
				return fd, true
			}
		}
	}
	return nil, false
}

// wakesIn reports whether a function wakes the waiters, in at most depth calls.
func (w *wait) wakesIn(p *check.Pass, decl *ast.FuncDecl, depth int, all bool) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		if wake, cond := condCall(p, call, "wake"); wake != nil && (cond == w.cond || cond == nil) {
			found = !all || !signals(p, wake) // or by a variable that may stand for it
		} else if callee := callmatch.Callee(p.TypesInfo, call); callee != nil && depth > 0 {
			inner := astindex.Of(p.Pass).Decls[callee.Origin()]
			found = inner != nil && inner.Body != nil && inner != decl && w.wakesIn(p, inner, depth-1, all)
		}
		return !found
	})
	return found
}
