package jobsafety

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

func reportLeak(p *check.Pass, w *walk, l leak) {
	what := "the end of the handler"
	at := ast.Node(l.stmt)
	switch {
	case l.end && w.loop:
		what = "the end of the loop's body"
	case !l.end && w.loop:
		what = "this continue"
	case !l.end:
		what = "this return"
	}
	if l.end {
		at = closing{w.body}
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("%s is neither acknowledged nor given back on a way to %s: the broker keeps it for this consumer, and delivers fewer and fewer others",
			w.v.Name(), what),
		Fix: fixLeak(p, w, l),
	})
}

// fixLeak gives the message back before the way out.
func fixLeak(p *check.Pass, w *walk, l leak) *edit.Fix {
	e := p.Edit(l.stmt.Pos())
	call := w.v.Name() + "." + w.how.Reject
	if w.how.Error {
		call = "_ = " + call
	}
	if l.end {
		e.After(w.body.List[len(w.body.List)-1], call)
	} else {
		e.Before(l.stmt, call)
	}
	return e.Fix("Give "+w.v.Name()+" back with "+w.how.Reject, "the broker delivers the message again, to this consumer or another; set a limit or a dead-letter queue at the broker")
}

// closing is the brace that ends a block.
type closing struct{ *ast.BlockStmt }

func (c closing) Pos() token.Pos { return c.Rbrace }
func (c closing) End() token.Pos { return c.Rbrace + 1 }
