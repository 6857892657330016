package nackmissing

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

func reportLeak(p *check.Pass, w *walk, l leak) {
	at, what := ast.Node(l.stmt), "this return"
	switch {
	case l.end && w.loop:
		at, what = closing(w), "the end of the loop's body"
		if w.inCase {
			what = "the end of the case"
		}
	case l.end:
		at, what = closing(w), "the end of the handler"
	case w.loop:
		what = "this " + l.stmt.(*ast.BranchStmt).Tok.String()
	}
	message := fmt.Sprintf("%s is neither acknowledged nor nacked on a path to %s: ", w.v.Name(), what)
	switch {
	default:
		message += "the broker keeps it for this consumer, and delivers fewer messages"
	case w.how.Limit != "":
		message += "the broker delivers it again only after " + w.how.Limit
	case w.how.Covers:
		message = fmt.Sprintf("%s is lost: it is not committed on a path to %s, and the commit of the next message covers it",
			w.v.Name(), what)
	}
	p.Report(check.Finding{At: at, Message: message, Fix: fixLeak(p, w, l)})
}

// fixLeak nacks the message before the exit or, if there is no nack, ends the consumer with
// the error.
func fixLeak(p *check.Pass, w *walk, l leak) *edit.Fix {
	if w.how.Covers {
		return fixCovered(p, w, l)
	}
	reject, then := w.how.Reject, "the broker delivers the message again, to this consumer or another; set a limit or a dead-letter queue at the broker"
	if w.how.Drop != "" && undecoded(p, l.stmt) {
		reject, then = w.how.Drop, "the broker drops the message, or moves it to a dead-letter queue if there is one"
	}
	call := []string{w.v.Name() + "." + reject}
	switch {
	case w.how.Error:
		call[0] = "_ = " + call[0]
	case w.how.Can != "":
		call = []string{"if " + w.v.Name() + "." + w.how.Can + "() {", "\t" + call[0], "}"}
	}
	if w.how.Reject == "" || !l.end && l.done != never {
		return nil
	}
	var e *edit.Builder
	if l.end {
		if e = w.settleEnd(call); e == nil {
			return nil
		}
	} else {
		e = p.Edit(l.stmt.Pos())
		e.Before(l.stmt, call...)
	}
	return e.Fix("Nack "+w.v.Name()+" with "+reject, then)
}

// undecoded reports whether a statement is where a message is left that could not be decoded: it
// can never be handled, and would come again forever.
func undecoded(p *check.Pass, stmt ast.Stmt) bool {
	if stmt == nil {
		return false
	}
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), stmt)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		if test.Init != nil {
			return decodes(p, test.Init)
		}
		before, ok := c.PrevSibling()
		return ok && decodes(p, before.Node())
	}
	return false
}

func decodes(p *check.Pass, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && catalog.Decodes[callmatch.CalleeName(p.TypesInfo, call)]
		return !found
	})
	return found
}

// closing returns the place where the message's code ends: a brace, or the last
// statement of a case.
func closing(w *walk) ast.Node {
	if block, ok := w.around.(*ast.BlockStmt); ok {
		return brace{block}
	}
	return w.list[len(w.list)-1]
}

// brace is the one that ends a block.
type brace struct{ *ast.BlockStmt }

func (b brace) Pos() token.Pos { return b.Rbrace }

func (b brace) End() token.Pos { return b.Rbrace + 1 }
