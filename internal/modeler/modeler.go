// Package modeler is the analyzer for confirm: it writes for every package where goroutines
// begin, on which operations they may block, and what ends the wait. It finds nothing
// wrong; its one diagnostic carries a [model.Package] as JSON. It is part of the vet tool
// only if its flag is set.
package modeler

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Name is that of the analyzer, and of its flag.
const Name = "model"

// Analyzer reports one diagnostic for each package.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "describe where goroutines begin and block, for lifecyclelint confirm",
	Requires: []*analysis.Analyzer{ssabuild.Analyzer, ssaflow.Analyzer, starters.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (result any, err error) {
	if len(pass.Files) == 0 || ssabuild.Std(pass) {
		return nil, nil
	}
	at := pass.Files[0].Package
	defer func() {
		if r := recover(); r != nil {
			pass.Report(analysis.Diagnostic{Pos: at, Category: "internal/panic", Message: fmt.Sprintf("the model of %s failed: %v", pass.Pkg.Path(), r)})
		}
	}()
	s := &survey{pass: pass, flow: ssaflow.Of(pass), pkg: model.Package{Path: pass.Pkg.Path()}}
	for _, start := range append(s.flow.Starts(), s.flow.StartsBy(starters.Of(pass).Arg)...) {
		s.start(start)
	}
	for _, fn := range s.flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			s.instr(instr)
		}
	}
	text, err := json.Marshal(s.pkg)
	if err == nil {
		pass.Report(analysis.Diagnostic{Pos: at, Category: model.Category, Message: string(text)})
	}
	return nil, err
}

// A survey makes the model of one package.
type survey struct {
	pass *analysis.Pass
	flow *ssaflow.Flow
	pkg  model.Package
}

func (s *survey) start(st ssaflow.Start) {
	at := s.pass.Fset.Position(st.Instr.Pos())
	if !at.IsValid() {
		return
	}
	start := model.Start{File: filepath.Base(at.Filename), Line: at.Line}
	for _, fn := range st.Bodies {
		node := fn.Syntax()
		if node == nil {
			continue
		}
		first, last := s.pass.Fset.Position(node.Pos()), s.pass.Fset.Position(node.End())
		start.Bodies = append(start.Bodies, model.Body{File: filepath.Base(first.Filename), First: first.Line, Last: last.Line})
	}
	s.pkg.Starts = append(s.pkg.Starts, start)
}

// instr adds what an instruction blocks on, if it does.
func (s *survey) instr(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Send:
		s.op(instr, "send to "+name(instr.Chan), s.taken(instr.Chan))
	case *ssa.UnOp:
		if instr.Op.String() == "<-" {
			s.op(instr, "receive from "+name(instr.X), s.raised(instr.X))
		}
	case *ssa.Select:
		if instr.Blocking {
			s.choice(instr)
		}
	case *ssa.Call:
		s.call(instr)
	}
}

// A wait is what ends one.
type wait struct {
	ends []model.End
	open bool
}

func (w wait) or(other wait) wait {
	return wait{append(w.ends, other.ends...), w.open || other.open}
}

func (s *survey) choice(sel *ssa.Select) {
	text, all := "select without a case", wait{}
	for i, st := range sel.States {
		if text = text + ", " + name(st.Chan); i == 0 {
			text = "select on " + name(st.Chan)
		}
		if st.Send != nil {
			all = all.or(s.taken(st.Chan))
		} else {
			all = all.or(s.raised(st.Chan))
		}
	}
	s.op(sel, text, all)
}

// waitCalls are calls that wait for other goroutines, and how that is said.
var waitCalls = map[string]string{
	"(*sync.Mutex).Lock":     "lock of ",
	"(*sync.RWMutex).Lock":   "lock of ",
	"(*sync.RWMutex).RLock":  "read lock of ",
	"(sync.Locker).Lock":     "lock of ",
	"(*sync.WaitGroup).Wait": "wait for ",
	"(*sync.Cond).Wait":      "wait for ",
}

func (s *survey) call(call *ssa.Call) {
	callee := ssaflow.Callee(&call.Call)
	if text, ok := waitCalls[callee]; ok {
		of := call.Call.Value
		if !call.Call.IsInvoke() {
			of = call.Call.Args[0]
		}
		s.op(call, text+name(of), wait{open: true})
	} else if catalog.SlowCalls[callee] {
		s.op(call, "call of "+ssaflow.ShortName(&call.Call), wait{open: true})
	}
}

// raised returns what ends a receive.
func (s *survey) raised(ch ssa.Value) wait {
	src := s.flow.ChannelSource(ch)
	w := wait{open: src.Open || src.Ticker}
	for _, op := range src.Raises {
		w.ends = append(w.ends, s.end(op, ch))
	}
	return w
}

// taken returns what ends a send.
func (s *survey) taken(ch ssa.Value) wait {
	c := s.flow.Class(ch)
	if c == nil {
		return wait{}
	}
	w := wait{open: c.Foreign || c.OutReceives}
	for _, op := range slices.Concat(c.Receives, c.Ranges) {
		w.ends = append(w.ends, s.end(op, ch))
	}
	return w
}

func (s *survey) end(op ssaflow.Op, ch ssa.Value) model.End {
	at := s.pass.Fset.Position(op.Instr.Pos())
	text := "receive from "
	switch instr := op.Instr.(type) {
	case *ssa.Send:
		text = "send to "
	case *ssa.Select:
		if op.State >= 0 {
			state := instr.States[op.State]
			at = s.pass.Fset.Position(state.Pos)
			if state.Send != nil {
				text = "send to "
			}
		}
	case ssa.CallInstruction:
		if _, builtin := instr.Common().Value.(*ssa.Builtin); builtin {
			text = "close of "
		} else {
			return model.End{File: filepath.Base(at.Filename), Line: at.Line, Text: "cancel"}
		}
	}
	return model.End{File: filepath.Base(at.Filename), Line: at.Line, Text: text + name(ch)}
}

func (s *survey) op(instr ssa.Instruction, text string, w wait) {
	at := s.pass.Fset.Position(instr.Pos())
	if !at.IsValid() {
		return
	}
	slices.SortFunc(w.ends, func(a, b model.End) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
	})
	op := model.Op{File: filepath.Base(at.Filename), Line: at.Line, Text: text, Ends: slices.Compact(w.ends), Open: w.open}
	s.pkg.Ops = append(s.pkg.Ops, op)
}

// name is the code's name for a value.
func name(v ssa.Value) string { return cmp.Or(ssaflow.Name(v), "a value without a name") }
