package uncancellablesleep

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// mostStatements is how many statements a helper has that is there to pause.
const mostStatements = 3

// pauseHelper returns the call of a function of the package that is there to sleep, and the
// longest sleep in it: it does little else, and has no context that could end it.
//
//	func (p *pacer) pause() {
//		if p.failures > limit {
//			time.Sleep(longest)
//		} else {
//			time.Sleep(p.failures * time.Second)
//			p.failures++
//		}
//	}
func pauseHelper(p *check.Pass, stmt *ast.ExprStmt) (call, inner *ast.CallExpr) {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil || len(decl.Body.List) > mostStatements || fn.Signature().Results().Len() > 0 {
		return nil, nil
	}
	for v := range fn.Signature().Params().Variables() {
		if ctxscope.IsContext(v.Type()) {
			return nil, nil
		}
	}
	if inner = longestPause(p, decl.Body); inner == nil {
		return nil, nil
	}
	return call, inner
}

// longestPause returns the longest pause in a body without loops, selects and literals; one
// that is not constant counts as long. It returns nil where all are short.
func longestPause(p *check.Pass, body *ast.BlockStmt) (longest *ast.CallExpr) {
	most := int64(stopsignal.ShortWhenObserved) - 2
	plain := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.GoStmt, *ast.SendStmt:
			plain = false
		case *ast.ExprStmt:
			call := pause(p, n)
			if call == nil {
				break
			}
			length := int64(1<<63 - 1)
			if value := p.TypesInfo.Types[call.Args[0]].Value; value != nil {
				length, _ = constant.Int64Val(constant.ToInt(value))
			}
			if length > most {
				longest, most = call, length
			}
		}
		return plain
	})
	if !plain {
		return nil
	}
	return longest
}

// reportSleepIn reports a call in a loop of a function that sleeps.
func reportSleepIn(p *check.Pass, cur inspector.Cursor, call, inner *ast.CallExpr, loops []inspector.Cursor, sig *stopsignal.Signal) {
	var doubts []check.Doubt
	if at := leftAlone(p, cur); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.OneLeft, at))
	}
	doubts = append(doubts, commonDoubts(p, cur, sig)...)
	if value := p.TypesInfo.Types[inner.Args[0]].Value; value != nil && constant.Compare(value, token.LSS, constant.MakeInt64(int64(time.Second))) {
		doubts = append(doubts, check.Doubting(verdict.ShortPause, inner.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is delayed by %s, which sleeps, in the loop at line %d: it does not return when %s",
			delayed(p, cur), p.Source(call.Fun), p.Line(loops[0].Node().Pos()), sig.Ended()),
		Trace:  []check.Hop{{Pos: sig.Pos, Message: "could interrupt the sleep"}, {Pos: inner.Pos(), Message: "sleeps here"}},
		Doubts: doubts,
	})
}
