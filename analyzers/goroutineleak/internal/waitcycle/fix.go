package waitcycle

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixCircle breaks a circle where that takes one edit:
//
//	wg.Wait()        →  close(jobs)
//	close(jobs)         wg.Wait()
//
//	wg.Wait()        →  go func() {
//	close(results)          wg.Wait()
//	for range results       close(results)
//	                    }()
//
//	make(chan int)   →  make(chan int, n), for n sends
func fixCircle(p *check.Pass, ring []*Wait) *edit.Fix {
	for _, w := range ring {
		for _, e := range w.needs {
			if fix := fixBySwap(p, e); fix != nil {
				return fix
			}
		}
	}
	for _, w := range ring {
		if !w.sends {
			continue
		}
		for _, e := range w.needs {
			if fix := fixByCloser(p, e.guard, w.Class); fix != nil {
				return fix
			}
		}
	}
	for _, w := range ring {
		if fix := fixByRoom(p, w); fix != nil {
			return fix
		}
	}
	return nil
}

// fixBySwap moves an event before the wait that it follows immediately.
func fixBySwap(p *check.Pass, e event) *edit.Fix {
	if e.instr == nil || e.instr.Parent() != e.guard.Instr.Parent() {
		return nil
	}
	first, ok := bareStmt(p, e.guard.Instr)
	if !ok {
		return nil
	}
	next, ok := first.NextSibling()
	second, found := bareStmt(p, e.instr)
	if !ok || !found || next != second {
		return nil
	}
	b := p.Edit(first.Node().Pos())
	wait, event := p.Source(first.Node()), p.Source(second.Node())
	b.Before(first.Node(), event)
	b.DeleteLines(second.Node())
	return b.Fix("Move "+event+" before "+wait, "")
}

// bareStmt returns the statement of instr if it does nothing else: a receive
// whose value is dropped, a send of an available value, a call of close or Wait.
func bareStmt(p *check.Pass, instr ssa.Instruction) (inspector.Cursor, bool) {
	pos := instr.Pos()
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return cur, false
	}
	for c := range cur.Enclosing((*ast.ExprStmt)(nil), (*ast.SendStmt)(nil), (*ast.BlockStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ExprStmt:
			call, isCall := ast.Unparen(n.X).(*ast.CallExpr)
			recv, isReceive := ast.Unparen(n.X).(*ast.UnaryExpr)
			return c, isCall && call.Lparen == pos || isReceive && recv.OpPos == pos
		case *ast.SendStmt:
			return c, n.Arrow == pos && mayBeMoved(n.Value)
		}
		break
	}
	return cur, false
}

// mayBeMoved reports whether an expression calls and receives nothing.
func mayBeMoved(expr ast.Expr) bool {
	plain := true
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			plain = false
		case *ast.UnaryExpr:
			plain = plain && n.Op != token.ARROW
		}
		return plain
	})
	return plain
}

// fixByCloser lets a goroutine wait for the group and close the channel, so that
// what follows can receive.
func fixByCloser(p *check.Pass, guard *Wait, class *ssaflow.Class) *edit.Fix {
	if guard.adds == nil {
		return nil
	}
	first, ok := bareStmt(p, guard.Instr)
	if !ok {
		return nil
	}
	next, ok := first.NextSibling()
	for _, op := range class.Closes {
		if second, found := bareStmt(p, op.Instr); !ok || !found || next != second {
			continue
		}
		b := p.Edit(first.Node().Pos())
		start, end := first.Node().Pos(), next.Node().End()
		indent := b.Indent(start)
		b.Replace(start, end, exitstmt.Lines(indent, "go func() {", "\t"+p.Source(first.Node()), "\t"+p.Source(next.Node()), "}()"))
		return b.Fix("Wait and close in a goroutine of their own", "")
	}
	return nil
}

// fixByRoom gives the channel of a send a buffer for all that is sent.
func fixByRoom(p *check.Pass, w *Wait) *edit.Fix {
	if !w.sends || len(w.Class.Makes) != 1 {
		return nil
	}
	made := w.Class.Makes[0].(*ssa.MakeChan)
	mk := channel.MakeNode(p, made.Pos())
	if mk == nil || p.Fset.File(mk.Pos()) != p.Fset.File(w.Instr.Pos()) {
		return nil
	}
	room := ""
	if o := channel.NewOwner(ssaflow.Of(p.Pass), w.Class, made, 0); o != nil {
		room = o.Room(p, mk)
	} else if n := sendsOnce(w.Class, made); n > 0 {
		room = strconv.Itoa(n)
	}
	if room == "" {
		return nil
	}
	b := p.Edit(mk.Pos())
	sendfix.Resize(b, mk, room)
	return b.Fix(fmt.Sprintf("Give the channel a buffer for every value that is sent, %s", room), "")
}

// sendsOnce returns the number of sends when all are in the function that makes
// the channel, outside of loops; else 0.
func sendsOnce(class *ssaflow.Class, made *ssa.MakeChan) int {
	loops := ssainstr.LoopsOf(made.Parent(), made.Block())
	for _, op := range class.Sends {
		if op.Fn() != made.Parent() || op.Guarded || ssainstr.Innermost(loops, op.Instr.Block()) != nil {
			return 0
		}
	}
	return len(class.Sends)
}
