package blockedreceive

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
)

// A test is a value that is true on a path.
type test struct {
	value ssa.Value
	yes   bool
}

// ruledOut reports whether no gap of the goroutine meets the wait: on each return path
// without a send, the goroutine has tested a condition to be the opposite of what the
// waiter has tested it to be.
//
//	go func() {
//		if wait {
//			done <- struct{}{}
//		}
//	}()
//	if wait {
//		<-done
//	}
func (f *feed) ruledOut(g *gap) bool {
	known := testsAt(f.wait.Instr.Block())
	return !slices.ContainsFunc(g.rets, func(ret *ssa.Return) bool {
		return !slices.ContainsFunc(testsAt(ret.Block()), func(t test) bool { return slices.Contains(known, test{t.value, !t.yes}) })
	})
}

// testsAt returns what is known of values that do not change where control comes to b.
func testsAt(b *ssa.BasicBlock) []test {
	var list []test
	for d := b.Idom(); d != nil; d = d.Idom() {
		cond, ok := ssainstr.LastOf(d).(*ssa.If)
		if !ok {
			continue
		}
		for i, succ := range d.Succs {
			if len(succ.Preds) == 1 && succ.Dominates(b) {
				list = append(list, testOf(cond.Cond, i == 0))
			}
		}
	}
	return slices.DeleteFunc(list, func(t test) bool { _, constant := t.value.(*ssa.Parameter); return !constant })
}

// testOf returns the variable that a condition looks at.
func testOf(cond ssa.Value, yes bool) test {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return test{ssainstr.Resolve(cond), yes}
		}
		cond, yes = not.X, !yes
	}
}
