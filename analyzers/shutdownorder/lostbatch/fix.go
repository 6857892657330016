package lostbatch

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix passes on what is left before the loop ends:
//
//	case <-stop:
//		if len(batch) > 0 {
//			flush(batch)
//		}
//		return
//
// A context that has ended would end the call immediately: it is detached, and gets a
// limit. An error is handled as the loop does, where that is a call. There is no fix where the
// call needs what is known in its own case only.
func (b *batcher) fix(hand *handing, exit ast.Stmt) *edit.Fix {
	around := b.handled(hand)
	if around == nil || !b.known(hand) {
		return nil
	}
	e := b.p.Edit(exit.Pos())
	text := e.Text(around.Pos(), around.End())
	var lines []string
	for _, arg := range hand.call.Args {
		if !ctxscope.IsContext(b.p.TypesInfo.TypeOf(arg)) {
			continue
		}
		ctx, cancel := syntax.Fresh(b.p, exit.Pos(), "flushCtx"), syntax.Fresh(b.p, exit.Pos(), "cancelFlush")
		pkg := e.Import(exit.Pos(), "context", "context")
		parent := pkg + ".Background()"
		if b.outside(arg) {
			parent = fmt.Sprintf("%s.WithoutCancel(%s)", pkg, b.p.Source(arg))
		}
		lines = append(lines, fmt.Sprintf("%s, %s := %s.WithTimeout(%s, %s)", ctx, cancel, pkg, parent, e.Seconds(exit.Pos(), "flush")), "defer "+cancel+"()")
		text = e.Text(around.Pos(), arg.Pos()) + ctx + e.Text(arg.End(), around.End())
	}
	if len(hand.call.Args) == 0 || around.Pos() != hand.call.Pos() || strings.Contains(hand.batch, "(") {
		lines = append(lines, text)
	} else {
		lines = append(lines, "if len("+hand.batch+") > 0 {", "\t"+text, "}")
	}
	e.Before(exit, lines...)
	return e.Fix("Hand on what "+hand.batch+" has collected before the loop ends", "the loop ends later, and what it has collected is not lost")
}

// handled returns the statement that passes on a batch, and handles the error by calls alone;
// nil for others.
//
//	if err := r.flush(ctx); err != nil {
//		log.Print(err)
//	}
func (b *batcher) handled(hand *handing) ast.Stmt {
	switch stmt := hand.stmt.(type) {
	case *ast.ExprStmt:
		return stmt
	case *ast.AssignStmt: // batch = flush(batch)
		if stmt.Tok == token.ASSIGN && ast.Unparen(stmt.Rhs[0]) == ast.Expr(hand.call) && b.p.Source(stmt.Lhs[0]) == hand.batch {
			return &ast.ExprStmt{X: hand.call}
		}
	}
	cur, ok := astindex.Find(b.fn.Inspector(), hand.call)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		calls := !slices.ContainsFunc(test.Body.List, func(s ast.Stmt) bool {
			_, call := s.(*ast.ExprStmt)
			return !call
		})
		if test.Init == hand.stmt && test.Else == nil && calls {
			return test
		}
		return nil
	}
	return nil
}

// known reports whether all that the call names is declared outside of the loop, contexts
// apart: it gets one of its own.
func (b *batcher) known(hand *handing) bool {
	return b.outside(hand.call.Fun) && !slices.ContainsFunc(hand.call.Args, func(arg ast.Expr) bool {
		return !b.outside(arg) && !ctxscope.IsContext(b.p.TypesInfo.TypeOf(arg))
	})
}

// outside reports whether all that a node names is declared outside of the loop, or in the node.
func (b *batcher) outside(of ast.Node) bool {
	known := true
	ast.Inspect(of, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := b.p.TypesInfo.Uses[id]
			known = known && (obj == nil || syntax.Within(of, obj.Pos()) || !obj.Pos().IsValid() || obj.Pkg() != b.p.Pkg || !syntax.Within(b.loop, obj.Pos()))
		}
		return known
	})
	return known
}
