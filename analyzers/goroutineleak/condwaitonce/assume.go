package condwaitonce

import (
	"go/ast"
	"go/token"
	"iter"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// facts are the parts of a condition that hold, or do not, where all of it holds: by the source of the
// part without negations.
type facts map[string]bool

// suppose adds what is true of the parts of a condition that has the value holds.
func (f facts) suppose(p *check.Pass, cond ast.Expr, holds bool) {
	for e, value := range implied(p, cond, holds) {
		part, positive := plain(p, e)
		f[part] = value == positive
	}
}

// implied yields the parts of a condition whose value follows from that of the whole, with it: none
// for an || that is true, and an && that is not.
func implied(p *check.Pass, cond ast.Expr, holds bool) iter.Seq2[ast.Expr, bool] {
	return func(yield func(ast.Expr, bool) bool) {
		parts(p, cond, holds, yield)
	}
}

func parts(p *check.Pass, cond ast.Expr, holds bool, yield func(ast.Expr, bool) bool) bool {
	switch e := inlined(p, cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return parts(p, e.X, !holds, yield)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return holds != (e.Op == token.LAND) || parts(p, e.X, holds, yield) && parts(p, e.Y, holds, yield)
		}
	}
	return yield(inlined(p, cond), holds)
}

// inlined returns what a method of the package without parameters returns for the receiver that it is called on, where
// that has the same name in both, and the expression itself for all others.
func inlined(p *check.Pass, cond ast.Expr) ast.Expr {
	cond = ast.Unparen(cond)
	call, ok := cond.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return cond
	}
	decl := declOf(p, call)
	if decl == nil || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || len(decl.Body.List) != 1 {
		return cond
	}
	ret, returns := decl.Body.List[0].(*ast.ReturnStmt)
	sel, method := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !returns || !method || len(ret.Results) != 1 || p.Source(sel.X) != decl.Recv.List[0].Names[0].Name {
		return cond
	}
	return ast.Unparen(ret.Results[0])
}

// of returns the value of a test under the facts, and whether they decide it.
func (f facts) of(p *check.Pass, test ast.Expr) (value, known bool) {
	if test != nil {
		test = inlined(p, test)
	}
	switch e := test.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			value, known = f.of(p, e.X)
			return !value, known
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			decides := e.Op == token.LOR // true decides an ||, false an &&
			x, knowsX := f.of(p, e.X)
			y, knowsY := f.of(p, e.Y)
			switch {
			case knowsX && x == decides, knowsY && y == decides:
				return decides, true
			}
			return !decides, knowsX && knowsY
		}
	}
	if test == nil {
		return false, false
	}
	part, positive := plain(p, test)
	value, known = f[part]
	return value == positive, known
}

// opposite pairs the comparisons that are each other's negation.
var opposite = map[token.Token]token.Token{token.NEQ: token.EQL, token.GEQ: token.LSS, token.GTR: token.LEQ}

// plain returns the source of a test with a comparison that is one of ==, < and <=, and whether the
// test has the same value as that. For the length of a list, > 0 is != 0.
func plain(p *check.Pass, test ast.Expr) (part string, positive bool) {
	bin, ok := ast.Unparen(test).(*ast.BinaryExpr)
	if !ok {
		return p.Source(ast.Unparen(test)), true
	}
	op, positive := bin.Op, true
	x, y := p.Source(bin.X), p.Source(bin.Y)
	if strings.HasPrefix(x, "len(") {
		switch {
		case y == "0" && op == token.GTR, y == "1" && op == token.GEQ:
			op, y = token.NEQ, "0"
		case y == "0" && op == token.LEQ, y == "1" && op == token.LSS:
			op, y = token.EQL, "0"
		}
	}
	if other, ok := opposite[op]; ok {
		op, positive = other, false
	}
	return x + " " + op.String() + " " + y, positive
}
