package unjoinedworker

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A pipe is one from a command to a goroutine of the function that waits for the command.
type pipe struct {
	made *ssa.Call           // of StdoutPipe or StderrPipe
	wait ssa.CallInstruction // closes it
}

// pipeReader returns the pipe that a goroutine reads, when the function that starts it waits
// for the command and not for the goroutine:
//
//	out, err := cmd.StdoutPipe()
//	…
//	go io.Copy(w, out)
//	…
//	return cmd.Wait() // closes out, whatever has not been read yet
func pipeReader(p *check.Pass, s ssaflow.Start) *pipe {
	fn := s.Instr.Parent()
	if slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool { return worker.Tells(ssaflow.Of(p.Pass), body) }) {
		return nil
	}
	for _, instr := range ssainstr.Calls(fn) {
		made, ok := instr.(*ssa.Call)
		if !ok || !readsOutput(made) || !slices.ContainsFunc(sharedWith(s), func(v share) bool { return isResult(v.value, made) }) {
			continue
		}
		for _, call := range ssainstr.Calls(fn) {
			if catalog.CommandWaits[ssaflow.Callee(call.Common())] && ssainstr.Resolve(call.Common().Args[0]) == ssainstr.Resolve(made.Call.Args[0]) {
				return &pipe{made, call}
			}
		}
	}
	return nil
}

// readsOutput reports whether a call makes a pipe of what a command writes.
func readsOutput(call *ssa.Call) bool {
	end := catalog.CommandPipes[ssaflow.Callee(&call.Call)]
	return end != "" && end != "Stdin"
}

// isResult reports whether v is the first result of a call.
func isResult(v ssa.Value, call *ssa.Call) bool {
	ex, ok := ssainstr.Resolve(v).(*ssa.Extract)
	return ok && ex.Tuple == ssa.Value(call) && ex.Index == 0
}

func reportPipe(p *check.Pass, s ssaflow.Start, r *pipe) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		p.Report(check.Finding{
			At: stmt.Call.Fun,
			Message: fmt.Sprintf("output of the command may be lost: %s at %s closes the pipe that %s reads, and does not wait for it",
				r.wait.Common().StaticCallee().Name(), p.Where(r.wait.Pos(), stmt.Pos()), workerName(p, c)),
			Trace: []check.Hop{{Pos: r.made.Pos(), Message: "the pipe is made here"}, {Pos: stmt.Pos(), Message: "is read here"}, {Pos: r.wait.Pos(), Message: "is closed here"}},
			Fix:   fixPipe(p, c, r),
		})
		return
	}
}

// fixPipe lets the function wait for the reader before it waits for the command. There is none
// for Run, before which there is nothing to read.
//
//	read := make(chan struct{})
//	go func() { defer close(read); io.Copy(w, out) }()
//	…
//	<-read
//	return cmd.Wait()
func fixPipe(p *check.Pass, cur inspector.Cursor, r *pipe) *edit.Fix {
	start := cur.Node().(*ast.GoStmt)
	at, ok := ssainstr.CursorAt(p, r.wait.Pos())
	lit, isLit := ast.Unparen(start.Call.Fun).(*ast.FuncLit)
	if !ok || r.wait.Common().StaticCallee().Name() != "Wait" || isLit && len(lit.Body.List) == 0 {
		return nil
	}
	var wait ast.Stmt
	for c := range at.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && c.Parent() == cur.Parent() {
			wait = stmt
		}
	}
	if wait == nil || wait.Pos() < start.End() {
		return nil
	}
	if _, deferred := wait.(*ast.DeferStmt); deferred {
		return nil
	}
	e := p.Edit(start.Pos())
	read := make(edit.NewNames).Fresh(p.Pass, cur, "read")
	e.Before(start, read+" := make(chan struct{})")
	if isLit {
		e.Before(lit.Body.List[0], "defer close("+read+")")
	} else {
		e.Insert(start.Call.Pos(), "func() { defer close("+read+"); ")
		e.Insert(start.End(), " }()")
	}
	e.Before(wait, "<-"+read)
	return e.Fix("Wait for the reader before the command", "")
}
