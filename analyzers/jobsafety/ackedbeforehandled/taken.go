package ackedbeforehandled

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// checkTaken handles messages that are gone from the queue as soon as they are read:
//
//	deliveries, err := ch.Consume("jobs", "", true, …) // autoAck
//	m, err := reader.ReadMessage(ctx)                  // commits the offset
//	v, err := rdb.BRPop(ctx, 0, "jobs").Result()
//
// where a call that can fail handles them then. Safe is a list to which the function
// returns what it could not handle.
func checkTaken(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	take, ok := catalog.Takes[callmatch.CatalogName(p.Pkg, p.TypesInfo, call, catalog.Takes)]
	if !ok || take.AutoAck >= len(call.Args) || take.AutoAck >= 0 && !isTrue(p, call.Args[take.AutoAck]) {
		return
	}
	stmt, inList := astindex.Statement(cur)
	id := firstName(stmt.Node())
	if id == nil || !inList || fixes.InLiteral(cur, stmt) {
		return
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	if v == nil {
		return
	}
	at, what := takenTo(p, stmt, v)
	if what == "" {
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	doubts, safe := takenDoubts(p, cur, take)
	if safe.IsValid() {
		p.Safe(call, p.Source(call.Fun), verdict.Handled, safe)
		return
	}
	p.Report(check.Finding{
		At:      call.Fun,
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s %s before %s at %s", p.Source(call.Fun), take.Does, what, p.Where(at, call.Pos())),
		Trace:   []check.Hop{{Pos: at, Message: "handled here, when the queue has forgotten it"}},
		Doubts:  doubts,
	})
}

// firstName returns the first variable that a statement assigns to or declares, nil where it
// does neither.
func firstName(stmt ast.Node) *ast.Ident {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		id, _ := stmt.Lhs[0].(*ast.Ident)
		return id
	case *ast.DeclStmt:
		if spec, ok := stmt.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec); ok {
			return spec.Names[0]
		}
	}
	return nil
}

// takenTo returns where the message in v, or the messages of the channel v, are handled
// after stmt, and what does it; "" if nothing does.
func takenTo(p *check.Pass, stmt inspector.Cursor, v *types.Var) (token.Pos, string) {
	if _, isChan := v.Type().Underlying().(*types.Chan); !isChan {
		h := newHandling(p, v)
		_, at, what := h.after(stmt)
		return at, what
	}
	return receivedFrom(p, stmt.Inspector(), v, 2)
}

// takenDoubts returns what shows that the queue does not forget the messages, or that it
// does no harm: a reader without a group commits nothing, a queue of the consumer's own
// goes with it, and what is pushed back is not lost.
func takenDoubts(p *check.Pass, cur inspector.Cursor, take catalog.Take) (doubts []check.Doubt, safe token.Pos) {
	call := cur.Node().(*ast.CallExpr)
	if take.Exclusive > 0 && take.Exclusive < len(call.Args) && isTrue(p, call.Args[take.Exclusive]) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, call.Args[take.Exclusive].Pos()))
	}
	if at := declaresOwn(p, take); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, at))
	}
	if take.Group != "" {
		group, any := setsField(p, cur, take.Group)
		switch {
		case any && !group.IsValid():
			return nil, call.Pos()
		case !any:
			doubts = append(doubts, check.Doubting(verdict.HandedIn, call.Pos()))
		}
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.CallExpr)(nil)) {
			if take.GivesBack[callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr))] {
				return nil, c.Node().Pos()
			}
		}
	}
	return doubts, token.NoPos
}

// declaresOwn returns where the package declares a queue without a name, which goes with the
// connection.
func declaresOwn(p *check.Pass, take catalog.Take) token.Pos {
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if take.Declares == "" || callmatch.Name(fn) != take.Declares {
			continue
		}
		for _, call := range calls {
			tv := p.TypesInfo.Types[call.Expr.Args[0]]
			if tv.Value != nil && tv.Value.Kind() == constant.String && constant.StringVal(tv.Value) == "" {
				return call.Expr.Pos()
			}
		}
	}
	return token.NoPos
}

// setsField returns where a literal of the package sets the field of a type, "type.field", and
// whether there is a literal of the type at all.
func setsField(p *check.Pass, cur inspector.Cursor, field string) (at token.Pos, any bool) {
	for c := range cur.Inspector().Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := c.Node().(*ast.CompositeLit)
		name := callmatch.TypeName(p.TypesInfo.TypeOf(lit))
		if name == "" || len(field) <= len(name) || field[:len(name)] != name {
			continue
		}
		any = true
		if value := astindex.LitField(lit, field[len(name)+1:]); value != nil {
			return value.Pos(), true
		}
	}
	return token.NoPos, any
}

func isTrue(p *check.Pass, expr ast.Expr) bool {
	tv := p.TypesInfo.Types[expr]
	return tv.Value != nil && tv.Value.Kind() == constant.Bool && constant.BoolVal(tv.Value)
}
