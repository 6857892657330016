package pendingneverclaimed

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// sight says which messages a read as a member of a group sees.
type sight int

const (
	unknownOnes sight = iota
	newOnes
	pendingOnes
	settledOnes // nothing stays pending
)

// A groupRead is one read of a stream as a member of a consumer group.
type groupRead struct {
	cur  inspector.Cursor
	call *ast.CallExpr
	args *ast.CompositeLit // nil for a command that is built by a chain
	at   ast.Node
	sees sight
}

func readOf(p *check.Pass, cur inspector.Cursor) *groupRead {
	call := cur.Node().(*ast.CallExpr)
	r := &groupRead{cur: cur, call: call, at: call.Fun}
	if links := chain(cur); len(call.Args) < 2 {
		r.sees = chainSees(p, links)
		return r
	}
	r.args = readArgs(p, cur)
	if r.args == nil {
		return r
	}
	streams := astindex.LitField(r.args, "Streams")
	if streams != nil && (r.args.Pos() < call.Pos() || call.End() < r.args.Pos()) {
		r.at = streams
	}
	r.sees = argsSee(p, r.args, streams)
	return r
}

// argsSee judges the literal of a read's arguments: NoAck leaves nothing pending when it
// is true, Claim takes over, and an ID other than ">" asks for the member's own.
func argsSee(p *check.Pass, args *ast.CompositeLit, streams ast.Expr) sight {
	if astindex.LitField(args, "Claim") != nil {
		return pendingOnes
	}
	if noAck := astindex.LitField(args, "NoAck"); noAck != nil {
		value := p.TypesInfo.Types[noAck].Value
		if value == nil {
			return unknownOnes
		}
		if constant.BoolVal(value) {
			return settledOnes
		}
	}
	list, ok := ast.Unparen(streams).(*ast.CompositeLit)
	if !ok || len(list.Elts)%2 != 0 || len(list.Elts) == 0 {
		return unknownOnes
	}
	return idsSee(p, list.Elts[len(list.Elts)/2:])
}

// idsSee judges the IDs that a read asks for.
func idsSee(p *check.Pass, ids []ast.Expr) sight {
	sees := newOnes
	for _, id := range ids {
		value := p.TypesInfo.Types[id].Value
		if value == nil || value.Kind() != constant.String {
			sees = unknownOnes
		} else if constant.StringVal(value) != ">" {
			return pendingOnes
		}
	}
	return sees
}

// readArgs returns the literal of the arguments, also of a local variable that holds
// nothing else; nil if it is not seen.
func readArgs(p *check.Pass, cur inspector.Cursor) *ast.CompositeLit {
	expr := ast.Unparen(cur.Node().(*ast.CallExpr).Args[1])
	if id, ok := expr.(*ast.Ident); ok {
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			if v != nil && !changed(p, fn.Node(), v) {
				expr = localvar.Value(p.TypesInfo, fn.Node(), v)
			}
		}
	}
	if expr == nil {
		return nil
	}
	if amp, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok {
		lit, _ := ast.Unparen(amp.X).(*ast.CompositeLit)
		return lit
	}
	return nil
}

// changed reports whether a field of the struct that v points to is assigned in fn.
func changed(p *check.Pass, fn ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			found = found || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				return ok && callmatch.Root(p.TypesInfo, sel) == types.Object(v)
			})
		}
		return !found
	})
	return found
}
