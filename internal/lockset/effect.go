package lockset

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An Effect is an [Op] in terms that hold for every call. Only exported fields
// leave the package.
type Effect struct {
	Param   int // the parameter the path begins at, receivers first; -1 for anything else
	Fields  string
	Key     string
	Acquire bool
	Read    bool
	Net     bool
	Sure    bool
	Permit  bool

	root  ssa.Value // for Param -1: a package variable, or a value of the function around a literal
	field *types.Var
	loads []*types.Var
	at    token.Pos
}

type effectID struct {
	param              int
	root               ssa.Value
	fields             string
	read, acquire, net bool
}

func (e Effect) id() effectID {
	return effectID{e.Param, e.root, e.Fields, e.Read, e.Acquire, e.Net}
}

// effect returns op in terms of f's callers.
func (f *Func) effect(op Op, net, sure bool, at token.Pos) (Effect, bool) {
	e := Effect{
		Param: -1, Fields: op.Fields, Key: op.Key, Acquire: op.Acquire, Read: op.Read, Net: net, Sure: sure && op.Sure, Permit: op.Permit,
		root: op.Root, field: op.Field, loads: op.Loads, at: at,
	}
	if strings.Contains(op.Fields, "@") && (f.SSA.Parent() == nil || strings.Contains(op.Fields, "@"+f.SSA.Name()+"]")) {
		return e, false // an element by an index that callers do not know
	}
	switch root := op.Root.(type) {
	case *ssa.Parameter:
		if root.Parent() == f.SSA {
			e.Param, e.root = slices.Index(f.SSA.Params, root), nil
		}
		return e, true
	case *ssa.Global:
		return e, true
	}
	return e, op.Root.Parent() != nil && op.Root.Parent() != f.SSA
}

// results returns what calling the returned function does, by what the calls of its values do.
func (f *Func) results(opsOf func(ssa.Value) []Op) []Effect {
	var list []Effect
	for _, b := range f.SSA.Blocks {
		ret, ok := LastOf(b).(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			for _, op := range opsOf(v) {
				if e, ok := f.effect(op, op.Net, op.Sure, op.At); ok && !slices.ContainsFunc(list, func(x Effect) bool { return sameEffect(x, e) }) {
					list = append(list, e)
				}
			}
		}
	}
	slices.SortFunc(list, compareEffects)
	return list
}

// OpsOfValue returns what calling the function value v would do.
func (p *Package) OpsOfValue(v ssa.Value) []Op {
	switch v := v.(type) {
	case *ssa.Call:
		return p.returned(v)
	case *ssa.MakeClosure, *ssa.ChangeType, *ssa.UnOp:
		if p.closureOf(v) == nil {
			return nil
		}
		call := p.calling(v)
		if ops, ok := p.Direct(call); ok {
			return ops
		}
		return p.indirect(call)
	}
	return nil
}

func (e Effect) String() string {
	verb := "takes"
	switch {
	case !e.Acquire:
		verb = "releases"
	case e.Net:
		verb = "holds"
	case !e.Sure:
		verb = "may take"
	}
	text := fmt.Sprintf("%s %d%s", verb, e.Param, e.Fields)
	if e.Read {
		text += " for reading"
	}
	return text
}

func compareEffects(a, b Effect) int {
	return cmp.Or(cmp.Compare(a.Param, b.Param), strings.Compare(a.Fields, b.Fields), strings.Compare(a.Key, b.Key),
		CompareBool(a.Read, b.Read), CompareBool(a.Acquire, b.Acquire), CompareBool(a.Net, b.Net), cmp.Compare(a.at, b.at))
}

func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func sameEffect(a, b Effect) bool { return a.id() == b.id() && a.Sure == b.Sure }
