package lostbatch

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
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
// limit. There is no fix where the call needs what is known in its own case only.
func (b *batcher) fix(hand *handing, exit ast.Stmt) *edit.Fix {
	if _, ok := hand.stmt.(*ast.ExprStmt); !ok || !b.known(hand) {
		return nil
	}
	e := b.p.Edit(exit.Pos())
	batch, call := b.p.Source(hand.batch), e.Text(hand.call.Pos(), hand.call.End())
	var lines []string
	for _, arg := range hand.call.Args {
		if !ctxscope.IsContext(b.p.TypesInfo.TypeOf(arg)) {
			continue
		}
		ctx, cancel := syntax.Fresh(b.p, exit.Pos(), "flushCtx"), syntax.Fresh(b.p, exit.Pos(), "cancelFlush")
		pkg := e.Import(exit.Pos(), "context", "context")
		lines = append(lines, fmt.Sprintf("%s, %s := %s.WithTimeout(%[3]s.WithoutCancel(%s), %s)", ctx, cancel, pkg, b.p.Source(arg), e.Seconds(exit.Pos(), "flush")), "defer "+cancel+"()")
		call = e.Text(hand.call.Pos(), arg.Pos()) + ctx + e.Text(arg.End(), hand.call.End())
	}
	if len(hand.call.Args) == 0 {
		lines = append(lines, call)
	} else {
		lines = append(lines, "if len("+batch+") > 0 {", "\t"+call, "}")
	}
	e.Before(exit, lines...)
	return e.Fix("Hand on what "+batch+" has collected before the loop ends", "the loop ends later, and what it has collected is not lost")
}

// known reports whether all that the call names is declared outside of the loop.
func (b *batcher) known(hand *handing) bool {
	known := true
	ast.Inspect(hand.call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := b.p.TypesInfo.Uses[id]
			known = known && (obj == nil || !obj.Pos().IsValid() || obj.Pkg() != b.p.Pkg || !syntax.Within(b.loop, obj.Pos()))
		}
		return known
	})
	return known
}
