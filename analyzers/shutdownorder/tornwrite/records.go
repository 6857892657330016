package tornwrite

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// cutRecords reports a log of records whose last one may be cut by a kill, which what reads it takes for its
// end, and leaves in the file:
//
//	err := dec.Decode(&rec)
//	if errors.Is(err, io.ErrUnexpectedEOF) {
//		return nil
//	}
//	…
//	l.f.Write(line) // continues the cut record, and no later one can be read
//
// Safe is a package that truncates the file.
func cutRecords(p *check.Pass) {
	logs := findLogs(p)
	logs.unsynced(p)
	for _, field := range logs.order {
		at, write := logs.accepts[field], logs.writes[field]
		if !at.IsValid() || write == nil {
			continue
		}
		if logs.truncates.IsValid() {
			p.Safe(check.Span(at, at+1), field.Name(), verdict.Handled, logs.truncates)
			continue
		}
		p.Report(check.Finding{
			At: check.Span(at, at+1),
			Message: fmt.Sprintf("records are lost after a kill during a write: a cut last record is taken for the end here and stays in the file, and %s appends the next one to it",
				write.Parent().Name()),
			Trace: []check.Hop{{Pos: write.Pos(), Message: "appends to the file"}},
		})
	}
}

// logs are the fields with files of records.
type logs struct {
	order     []*types.Var
	accepts   map[*types.Var]token.Pos // where a reader of the file takes a cut record for its end
	writes    map[*types.Var]*ssa.Call
	truncates token.Pos
	reads     map[*types.Var]bool
	synced    map[*types.Var]bool
	syncs     *ssa.Call // of another file than those of the fields
}

func findLogs(p *check.Pass) *logs {
	l := &logs{accepts: make(map[*types.Var]token.Pos), writes: make(map[*types.Var]*ssa.Call), reads: make(map[*types.Var]bool), synced: make(map[*types.Var]bool)}
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && !p.Quiet(call.Pos()) {
				l.note(fn, call)
			}
		}
	}
	return l
}

// note notes what a call does with the file in a field.
func (l *logs) note(fn *ssa.Function, call *ssa.Call) {
	name, args := ssaflow.Callee(&call.Call), call.Call.Args
	if len(args) == 0 {
		return
	}
	field := fileField(args[0])
	switch {
	case name == "(*os.File).Truncate" || name == "os.Truncate":
		l.truncates = call.Pos()
	case name == "(*os.File).Sync" && field != nil:
		l.synced[field] = true
	case name == "(*os.File).Sync":
		l.syncs = call
	case field == nil:
	case (name == "(*os.File).Write" || name == "(*os.File).WriteString") && l.writes[field] == nil:
		l.writes[field] = call
		l.order = append(l.order, field)
	case readers[name]:
		l.reads[field] = true
		if at := acceptsCut(fn); at.IsValid() {
			l.accepts[field] = at
		}
	}
}

// readers make a reader of a file.
var readers = map[string]bool{"bufio.NewReader": true, "bufio.NewReaderSize": true, "encoding/json.NewDecoder": true, "encoding/gob.NewDecoder": true}

// fileField returns the field that a file is read from, nil if it is none.
func fileField(v ssa.Value) *types.Var {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr)
}

func isUnexpectedEOF(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	global, ok := load.X.(*ssa.Global)
	return ok && global.Pkg != nil && global.Pkg.Pkg.Path() == "io" && global.Name() == "ErrUnexpectedEOF"
}

// acceptsCut returns where a function asks for io.ErrUnexpectedEOF, if it returns no error then.
func acceptsCut(fn *ssa.Function) token.Pos {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || ssaflow.Callee(&call.Call) != "errors.Is" || !isUnexpectedEOF(call.Call.Args[1]) {
			continue
		}
		for _, ref := range ssabuild.Referrers(call) {
			branch, ok := ref.(*ssa.If)
			if !ok {
				continue
			}
			block := branch.Block().Succs[0]
			ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
			if !ok {
				continue
			}
			if err, isConst := ssaflow.LastResult(ret).(*ssa.Const); isConst && err.IsNil() {
				return call.Pos()
			}
		}
	}
	return token.NoPos
}
