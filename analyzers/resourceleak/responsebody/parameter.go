package responsebody

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// passesResponse reports whether a function of the package is passed a response.
func passesResponse(p *check.Pass) bool {
	for fn := range astindex.Of(p.Pass).Decls {
		for param := range fn.Signature().Params().Variables() {
			if callmatch.TypeName(callmatch.Deref(param.Type())) == "net/http.Response" {
				return true
			}
		}
	}
	return false
}

// reportParameters reports responses that a function is passed and closes, but not where it fails before:
//
//	err := json.NewDecoder(resp.Body).Decode(&answer)
//	if err != nil {
//		return err // resp.Body stays open
//	}
//	err = resp.Body.Close()
//
// Silent where a caller in the package closes it as well.
func reportParameters(p *check.Pass, model *resource.Package) {
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for i, param := range fn.Params {
			if callmatch.TypeName(callmatch.Deref(param.Type())) != "net/http.Response" || len(fn.Blocks) == 0 {
				continue
			}
			fate := model.Follow(&resource.Opening{At: fn.Blocks[0].Instrs[0], Value: param, Ends: catalog.ClosesByName, Part: "Body", GoroutinesBorrow: true})
			if closed := closedHere(fn, fate); closed != nil && !closedByCaller(p, model, fn, i) {
				reportOpenExit(p, param, closed, fate)
			}
		}
	}
}

// closedHere returns the call by which a function closes what it is passed, nil if a deferred call does, or none.
func closedHere(fn *ssa.Function, fate *resource.Fate) *ssa.Call {
	if len(fate.Leaks) == 0 || len(fate.Closed) != 1 || len(fate.Gone) > 0 {
		return nil
	}
	call, ok := fate.Closed[0].(*ssa.Call)
	if !ok || call.Parent() != fn || !call.Call.IsInvoke() {
		return nil
	}
	return call
}

// closedByCaller reports whether a call of the function in the package passes a response that its caller closes.
func closedByCaller(p *check.Pass, model *resource.Package, fn *ssa.Function, i int) bool {
	for _, caller := range ssabuild.Of(p.Pass).Funcs {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.StaticCallee() != fn || i >= len(call.Call.Args) {
					continue
				}
				fate := model.Follow(&resource.Opening{At: caller.Blocks[0].Instrs[0], Value: call.Call.Args[i], Ends: catalog.ClosesByName, Part: "Body"})
				for _, closed := range fate.Closed {
					if closed.Common().IsInvoke() { // and not by another function like this one
						return true
					}
				}
			}
		}
	}
	return false
}

func reportOpenExit(p *check.Pass, param *ssa.Parameter, closed *ssa.Call, fate *resource.Fate) {
	name := param.Name() + ".Body"
	var exits []*ast.ReturnStmt
	for _, leak := range fate.Leaks {
		ret, ok := leak.Exit.(*ssa.Return)
		if !ok || !fails(ret) {
			continue
		}
		if stmt := site.ReturnAt(p, ret).Ret; stmt != nil && !p.Quiet(stmt.Pos()) {
			exits = append(exits, stmt)
		}
	}
	if len(exits) == 0 {
		return
	}
	p.Report(check.Finding{
		At:      exits[0],
		Message: fmt.Sprintf("%s stays open on this return: %s closes it at %s, and not here; %s", name, param.Parent().Name(), p.Where(closed.Pos(), exits[0].Pos()), cost),
		Trace:   []check.Hop{{Pos: closed.Pos(), Message: "closed here on the other paths"}},
		Fix:     closeBefore(p, name, exits),
	})
}

// closeBefore closes the body before each return that leaves it open.
func closeBefore(p *check.Pass, name string, exits []*ast.ReturnStmt) *edit.Fix {
	e := p.Edit(exits[0].Pos())
	for _, ret := range exits {
		e.Before(ret, name+".Close()")
	}
	return e.Fix("Close "+name+" before the return", "")
}

// fails reports whether a function returns an error, or returns where it has found one: the result may be of a
// type of its own. Where the body could not be read to its end, its connection is closed already.
func fails(exit ssa.Instruction) bool {
	err := testedError(exit.Block())
	if result, ok := err.(*ssa.Extract); ok {
		if call, ok := result.Tuple.(*ssa.Call); ok {
			if early, reads := catalog.ReadsOut[ssaflow.Callee(&call.Call)]; reads && !early {
				return false
			}
		}
	}
	return err != nil || resource.Failing(exit)
}

// testedError returns the error that a block is for, nil if it is for something else.
func testedError(b *ssa.BasicBlock) ssa.Value {
	if b.Idom() == nil || len(b.Preds) != 1 {
		return nil
	}
	last := b.Idom().Instrs[len(b.Idom().Instrs)-1]
	test, ok := last.(*ssa.If)
	if !ok || b.Idom().Succs[0] != b {
		return nil
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.NEQ || !callmatch.IsErrorKind(cmp.X.Type()) {
		return nil
	}
	return cmp.X
}
