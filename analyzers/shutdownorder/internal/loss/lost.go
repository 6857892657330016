package loss

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyCloses reports whether fn, of another package, is the io.Closer method of a type of the
// standard library that nothing can be written to: the kernel releases it as well. Writers may have
// something left to write.
func onlyCloses(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Name() != "Close" || fn.Signature().Params().Len() > 0 || !callmatch.Std(fn) {
		return false
	}
	write, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), "Write")
	return write == nil
}

// onlyReads reports whether call closes what can be read and not written to, as the
// methods of its receiver tell: a reader of rows, an iterator, the body of an answer.
func onlyReads(info *types.Info, call *ast.CallExpr, fn *types.Func) bool {
	sel := syntax.Selector(call.Fun)
	if fn.Signature().Recv() == nil || fn.Name() != "Close" || sel == nil {
		return false
	}
	t := info.TypeOf(sel.X)
	if _, named := t.(*types.Named); named && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	reads := false
	for sel := range types.NewMethodSet(t).Methods() {
		if catalog.WriteMethod(sel.Obj().Name()) {
			return false
		}
		reads = reads || catalog.ReadMethods[sel.Obj().Name()]
	}
	return reads
}

// flushes reports whether a function of a logging package does more than log:
// takes nothing, gives at most an error.
func flushes(fn *types.Func) bool {
	return fn.Signature().Params().Len() == 0 && (fn.Signature().Results().Len() == 0 || fn.Name() == "Sync")
}

// unlocks reports whether fn is the Unlock of a sync.Locker, of whichever type: a
// lock within the process.
func unlocks(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil || fn.Name() != "Unlock" || sig.Params().Len()+sig.Results().Len() > 0 {
		return false
	}
	lock, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, fn.Pkg(), "Lock")
	other, ok := lock.(*types.Func)
	return ok && other.Signature().Params().Len()+other.Signature().Results().Len() == 0
}

// takesCloser reports whether a function is given an io.Closer, under whichever
// name, and nothing else: it closes it, and what is known as that only has nothing
// to write.
func takesCloser(fn *types.Func) bool {
	params := fn.Signature().Params()
	if fn.Signature().Recv() != nil || params.Len() != 1 {
		return false
	}
	iface, ok := params.At(0).Type().Underlying().(*types.Interface)
	return ok && iface.NumMethods() == 1 && iface.Method(0).Name() == "Close" && iface.Method(0).Signature().Params().Len() == 0
}

// ofPIDFile reports whether fn is a method of a file with the number of a process, going by the
// names of its type and package.
func ofPIDFile(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	named := syntax.ReceiverType(fn)
	return catalog.PIDFile(fn.Pkg().Name()) || named != nil && catalog.PIDFile(named.Obj().Name())
}

// asks reports whether a call gives something that is no error.
func asks(info *types.Info, call *ast.CallExpr) bool {
	t := info.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(tuple.Len() - 1).Type() // n, err := w.Flush()
	} else if ok {
		return false
	}
	return t != nil && !callmatch.IsError(t)
}

// buffersLogs reports whether the package buffers the output of its logger. Without a
// buffer a log line is written before the call returns.
func buffersLogs(p *check.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		if tn, ok := obj.(*types.TypeName); ok && catalog.LogSinks[callmatch.TypeName(tn.Type())] {
			return true
		}
	}
	return false
}
