package resource

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// call looks at a call that gets v, as its receiver or as an argument.
func (t *tracker) call(v ssa.Value, instr ssa.CallInstruction) {
	call := instr.Common()
	r, way := uses, Passed
	if t.o.Path {
		t.path(v, instr)
	}
	switch {
	case receives(call, v):
		r = t.method(v, instr)
	case call.Value == v:
		r = closes // it is a function that has to be called
	}
	for i, arg := range call.Args {
		if arg == v && !(i == 0 && receives(call, v) && !call.IsInvoke()) {
			r = max(r, t.argument(v, instr, i))
		}
	}
	start, started := instr.(*ssa.Go)
	borrowed := t.o.Path && r == wraps && t.mayOwn(call)
	switch {
	case started && t.o.Path && r != closes: // which uses it when the function has returned
		r = keeps
	case r == wraps:
		t.result(instr)
		r = uses
	case started && t.p.callee(call) != nil && t.lends(start, r):
	case started && r != closes:
		r = keeps
	}
	t.note(instr, r, way)
	if r == uses && (borrowed || t.o.CalleesBorrow && t.foreign(call) && !receives(call, v) && !t.held[v]) {
		u := t.uses[instr]
		u.borrowed = true
		t.uses[instr] = u
	}
}

// receives reports whether v is the receiver of a call.
func receives(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return call.Value == v
	}
	fn := call.StaticCallee()
	return fn != nil && fn.Signature.Recv() != nil && len(call.Args) > 0 && call.Args[0] == v
}

// method returns what a method does to its receiver.
func (t *tracker) method(v ssa.Value, instr ssa.CallInstruction) role {
	call := instr.Common()
	name := named(call)
	switch {
	case catalog.ClosesArgument[ssaflow.Callee(call)]:
		return closes
	case t.held[v] && catalog.LeavesFieldsOpen[callmatch.TypeName(v.Type())]:
		return uses
	case catalog.HandsOut[name]:
		return keeps
	case t.o.Ends(name):
		if t.held[v] && catalog.ClosesItselfOnly[callmatch.TypeName(v.Type())] {
			return uses
		}
		return closes
	}
	if fn := t.p.callee(call); fn != nil && len(fn.Params) > 0 {
		return t.p.roleOf(param{fn, 0, false}, t.o, t.held[v])
	}
	if value, ok := instr.(*ssa.Call); ok && types.Identical(value.Type(), v.Type()) {
		t.add(value, t.held[v]) // db.Where(…), of which each call returns the next
	}
	return uses
}

// argument returns what a call does to its i-th argument.
func (t *tracker) argument(v ssa.Value, instr ssa.CallInstruction, i int) role {
	call := instr.Common()
	if b, ok := call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			t.appends = append(t.appends, instr)
			return wraps
		}
		return uses
	}
	if fn := t.p.callee(call); fn != nil && i < len(fn.Params) {
		r := t.p.roleOf(param{fn, i, false}, t.o, t.held[v])
		if r == uses && !t.held[v] && t.p.readsOut(fn, i, t.o) {
			return closes
		}
		return r
	}
	name := named(call)
	if catalog.ProfileStarts[ssaflow.Callee(call)] {
		return keeps // until the profile is stopped
	}
	if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
		return keeps // it may be called at any time
	}
	switch words := catalog.Words(name); {
	case t.o.Ends(name), catalog.ClosesArgument[ssaflow.Callee(call)]:
		return closes
	case name != "" && catalog.KeepWords[words[0]]:
		return keeps
	case t.o.CalleesBorrow && !t.returnsClosable(call):
		return uses
	case t.o.CalleesBorrow:
		return wraps
	case t.closable(paramType(call, i)), t.o.Part != "" && paramType(call, i) != nil && types.Identical(paramType(call, i), t.o.Value.Type()):
		switch {
		case catalog.Borrows[ssaflow.Callee(call)]:
			return uses
		case t.closedBehind(v, instr):
			t.borrowed = true
			return wraps
		}
		return keeps
	}
	return wraps
}

// closedBehind reports whether the function closes v after a call that gets it, other than because
// that call has failed: then it still has to, whoever uses v as well.
//
//	js, err := jetstream.New(conn)
//	…
//	conn.Close()
func (t *tracker) closedBehind(v ssa.Value, instr ssa.CallInstruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	err := Error(call)
	for _, same := range t.opened(v) {
		for _, ref := range ssabuild.Referrers(same) {
			end, ok := ref.(ssa.CallInstruction)
			if ok && receives(end.Common(), same) && t.o.Ends(named(end.Common())) && ssaflow.Follows(call, end) && !Failed(err, end.Block()) {
				return true
			}
		}
	}
	return false
}

// opened returns what was opened, as often as it is read from its variable; v in other functions.
func (t *tracker) opened(v ssa.Value) []ssa.Value {
	if t.fn != t.o.At.Parent() || t.o.Value == nil {
		return []ssa.Value{v}
	}
	list := []ssa.Value{t.o.Value}
	for _, ref := range ssabuild.Referrers(t.o.Value) {
		store, ok := ref.(*ssa.Store)
		if !ok {
			continue
		}
		cell, ok := store.Addr.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(cell) {
			if load, ok := use.(*ssa.UnOp); ok {
				list = append(list, load)
			}
		}
	}
	return list
}

// Failed reports whether a block runs only where err is an error.
func Failed(err ssa.Value, b *ssa.BasicBlock) bool {
	for d := b; err != nil && d.Idom() != nil; d = d.Idom() {
		branch, ok := d.Idom().Instrs[len(d.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if ok && test.Op == token.NEQ && isNil(test.Y) && test.X == err && d.Idom().Succs[0] == d {
			return true
		}
	}
	return false
}

// closable reports whether values of a type have a method that closes them.
func (t *tracker) closable(typ types.Type) bool {
	if typ == nil {
		return false
	}
	if list, ok := typ.Underlying().(*types.Slice); ok {
		typ = list.Elem()
	}
	set := types.NewMethodSet(typ)
	for i := range set.Len() {
		if t.o.Ends(set.At(i).Obj().Name()) {
			return true
		}
	}
	return false
}

// returnsClosable reports whether what a call returns has a method that closes it.
func (t *tracker) returnsClosable(call *ssa.CallCommon) bool {
	results := call.Signature().Results()
	for i := range results.Len() {
		if t.closable(results.At(i).Type()) {
			return true
		}
	}
	return false
}

// paramType returns the type of the parameter that gets the i-th argument.
func paramType(call *ssa.CallCommon, i int) types.Type {
	sig := call.Signature()
	if !call.IsInvoke() && sig.Recv() != nil {
		i--
	}
	if i < 0 || i >= sig.Params().Len() {
		return nil
	}
	return sig.Params().At(i).Type()
}

// result adds what a call returns, which may hold the value.
func (t *tracker) result(instr ssa.CallInstruction) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	results, several := call.Type().(*types.Tuple)
	if !several {
		if canHold(call.Type()) && !callmatch.IsError(call.Type()) {
			t.add(call, true)
		}
		return
	}
	for i := range results.Len() {
		if typ := results.At(i).Type(); canHold(typ) && !callmatch.IsError(typ) {
			if v := Result(call, i); v != nil {
				t.add(v, true)
			}
		}
	}
}

// path adds the string that a call makes of a path, or of the file that has it.
//
//	filepath.Join(dir, "data.json")
func (t *tracker) path(v ssa.Value, instr ssa.CallInstruction) {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return
	}
	switch name := ssaflow.Callee(&call.Call); {
	case name == "(*os.File).Name":
		t.add(call, t.held[v])
	case catalog.SteadyPaths[name] || catalog.SamePath[name]:
		if results, several := call.Type().(*types.Tuple); !several {
			t.add(call, true)
		} else if path := Result(call, 0); path != nil && results.Len() > 0 {
			t.add(path, true)
		}
	}
}

// mayOwn reports whether a function of another module may return what looks after a path that it is
// passed, and removes it.
func (t *tracker) mayOwn(call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	if fn == nil || callmatch.Std(fn) || !t.foreign(call) {
		return false
	}
	results := call.Signature().Results()
	for i := range results.Len() {
		if typ := results.At(i).Type(); canHold(typ) && !callmatch.IsError(typ) {
			return true
		}
	}
	return false
}

// foreign reports whether the body of what a call runs is not in this package.
func (t *tracker) foreign(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	return t.p.callee(call) == nil
}
