package leftopen

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// fewestClosing is how many returns of an error have to close a parameter for the function to have that duty: one may
// be for a reason of its own.
const fewestClosing = 2

// passedIn reports the return of an error that leaves a parameter open which most others close: the function takes it
// over from its caller.
//
//	func open(f *os.File, size int64) (io.ReadCloser, error) {
//		h, err := readHeader(f)
//		if err != nil {
//			f.Close()
//			return nil, err
//		}
//		if h.size != size {
//			return nil, errSize // f stays open
//		}
//
// What the others do shows what the function is meant to do ("Bugs as Deviant Behavior", Engler et al., SOSP 2001).
func passedIn(p *check.Pass) {
	var model *resource.Package
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		if !resource.Fails(fn) || p.Quiet(fn.Pos()) {
			continue
		}
		for _, param := range fn.Params {
			if site.Closer(param.Type()) == "" || fn.Signature.Recv() != nil && param == fn.Params[0] || !closesSome(param) {
				continue
			}
			if model == nil {
				model = resource.New(ssabuild.Of(p.Pass).Funcs)
			}
			judgePassedIn(p, model, param)
		}
	}
}

// closesSome reports whether enough calls close a parameter.
func closesSome(param *ssa.Parameter) bool {
	n := 0
	for _, ref := range ssabuild.Referrers(param) {
		call, ok := ref.(*ssa.Call)
		if ok && receiver(&call.Call) == ssa.Value(param) && catalog.ClosesByName(methodName(call)) {
			n++
		}
	}
	return n >= fewestClosing
}

func methodName(call *ssa.Call) string {
	if call.Call.IsInvoke() {
		return call.Call.Method.Name()
	}
	return call.Call.StaticCallee().Name()
}

func judgePassedIn(p *check.Pass, model *resource.Package, param *ssa.Parameter) {
	fate := model.Follow(&resource.Opening{At: param.Parent().Blocks[0].Instrs[0], Value: param, Ends: catalog.ClosesByName})
	closing := make(map[*ssa.Return]ssa.CallInstruction)
	for _, end := range fate.Closed {
		b := end.Block()
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && resource.MustFail(ret) {
			closing[ret] = end
		}
	}
	var open []site.Exit
	for _, leak := range fate.Leaks {
		if ret, ok := leak.Exit.(*ssa.Return); ok && resource.MustFail(ret) && leak.By == nil && leak.Partly == nil {
			if exit := site.ReturnAt(p, ret); exit.Ret != nil {
				open = append(open, exit)
			}
		}
	}
	if len(closing) < fewestClosing || len(open) >= len(closing) || slices.ContainsFunc(fate.Closed, deferred) {
		return
	}
	for _, exit := range open {
		end := fate.Closed[0]
		p.Report(check.Finding{
			At: exit.At,
			Message: fmt.Sprintf("%s stays open on this return, and %d others of an error close it: %s",
				param.Name(), len(closing), cost(param.Type())),
			Trace: []check.Hop{{Pos: end.Pos(), Message: "closed on another return here"}},
			Fix:   fixPassedIn(p, exit, param),
		})
	}
}

// fixPassedIn closes the parameter before the return.
func fixPassedIn(p *check.Pass, exit site.Exit, param *ssa.Parameter) *edit.Fix {
	e, end := p.Edit(exit.At.Pos()), param.Name()+"."+site.Closer(param.Type())+"()"
	e.Before(exit.At, end)
	return e.Fix("Close "+param.Name()+" before the return", "")
}
