package lockleak

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// fixLockLeak releases the lock on each of the paths, or on none.
func fixLockLeak(p *check.Pass, ways []wayOut) *edit.Fix {
	e := p.Edit(ways[0].exit.at.Pos())
	title := ""
	for _, way := range ways {
		done := release(p, e, way)
		if done == "" {
			return nil
		}
		if title == "" {
			title = done
		}
	}
	if len(ways) > 1 {
		title = fmt.Sprintf("Call %s on each of the %d paths", unlockText(p, ways[0].Leak), len(ways))
	}
	return e.Fix(title, "")
}

// release releases the lock before the jump; before a return whose results
// may need the lock, with a defer. It returns what that does, empty if it cannot be done.
func release(p *check.Pass, e *edit.Builder, way wayOut) string {
	unlock, exit := unlockText(p, way.Leak), way.exit
	if unlock == "" || !exit.held {
		return ""
	}
	if exit.tail != nil {
		e.After(exit.tail, unlock)
		return "Call " + unlock + " in this branch"
	}
	if exit.bare != nil {
		indent := e.Indent(exit.bare.Pos())
		e.Insert(exit.bare.End(), " else {\n"+indent+"\t"+unlock+"\n"+indent+"}")
		return "Call " + unlock + " in the other case"
	}
	if exit.stmt == nil {
		e.Insert(exit.end, "\t"+unlock+"\n"+e.Indent(exit.end))
		return "Call " + unlock + " at the end of the function"
	}
	if ret, ok := exit.stmt.(*ast.ReturnStmt); ok {
		for _, result := range ret.Results {
			if source.Mentions(p.TypesInfo, result) {
				e.Before(exit.stmt, "defer "+unlock)
				return "Defer " + unlock + " before the return"
			}
		}
	}
	e.Before(exit.stmt, unlock)
	return "Call " + unlock + " before the exit"
}

// unlockText returns the call that releases the lock, as the function writes it on another
// path.
func unlockText(p *check.Pass, leak lockuse.Leak) string {
	expr := source.CallExpr(p, leak.Frees)
	if expr == nil {
		return ""
	}
	if _, ok := ast.Unparen(expr.Fun).(*ast.FuncLit); ok {
		if lock := lockExpr(p, leak.At); lock != "" && leak.Op.Callee == nil {
			return lock + "." + source.UnlockName(leak.Op.Read) + "()"
		}
		return ""
	}
	return p.Source(expr)
}

// lockExpr returns the text of the lock that a call of one of its methods is
// about, "s.mu" for s.mu.Lock(); "" for other calls.
func lockExpr(p *check.Pass, call ssa.CallInstruction) string {
	if expr := source.CallExpr(p, call); expr != nil {
		return source.ReceiverText(p, expr)
	}
	return ""
}
