// Package dialnotimeout is the check httptimeout/dial-no-timeout: dial without a limit.
package dialnotimeout

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed dialnotimeout.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "dial-no-timeout",
	Title:      "dial without a limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	smtp.SendMail(addr, auth, from, to, msg)
//	tls.Dial("tcp", addr, config)
//	ssh.Dial("tcp", addr, &ssh.ClientConfig{User: user, Timeout: timeout})
//
// which wait for a peer that accepts and says nothing for as long as it does. What only connects, as
// net.Dial, has the limit of the kernel, and is of low confidence. Silent for this host, for
// networks on which nothing connects, and where a context is in scope that another check wants to be
// used.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.SelectorExpr)(nil)) {
		if sel, ok := cur.Node().(*ast.SelectorExpr); ok {
			value(p, cur, sel)
			continue
		}
		call := cur.Node().(*ast.CallExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		if limit, ok := catalog.DialerLimits[name]; ok && !p.Quiet(call.Pos()) {
			dialer(p, cur, limit)
		}
		row, ok := catalog.UnlimitedDials[name]
		if !ok || p.Quiet(call.Pos()) || len(call.Args) <= row.Addr {
			continue
		}
		if at := stays(p, call, row.Addr); at != nil {
			p.Safe(call, p.Name(call.Fun), verdict.Private, at.Pos())
			continue
		}
		if row.Twin && given(p, cur) != "" {
			continue // call-without-context's
		}
		report(p, call, p.Name(call.Fun), row, fix(p, cur))
	}
}

// value reports such a function that is kept or passed on to be called elsewhere:
//
//	&Writer{dial: tls.Dial}
func value(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) {
	kind, _ := cur.ParentEdge()
	row, ok := catalog.UnlimitedDials[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
	if ok && kind != edge.CallExpr_Fun && kind != edge.ParenExpr_X && !p.Quiet(sel.Pos()) {
		report(p, sel, p.Source(sel), row, nil)
	}
}

// report files a finding about a dial at expr.
func report(p *check.Pass, expr ast.Expr, name string, row catalog.UnlimitedDial, fix *edit.Fix) {
	var doubts []check.Doubt
	if row.Kernel {
		doubts = append(doubts, check.Doubting(verdict.KernelLimit, expr.Pos()))
	}
	if p.ByHand() {
		doubts = append(doubts, check.Doubting(verdict.ByHand, expr.Pos()))
	}
	does := "accepts and says nothing"
	if row.Kernel {
		does = "drops the packets"
	}
	p.Report(check.Finding{
		At:      expr,
		Message: fmt.Sprintf("%s blocks for as long as the other side %s: %s", name, does, row.Why),
		Doubts:  doubts,
		Fix:     fix,
	})
}

// stays returns the argument that says that the dial does not leave this machine, or waits for
// nothing: a socket, packets, an address of this host; nil if none does.
func stays(p *check.Pass, call *ast.CallExpr, addr int) ast.Expr {
	if addr > 0 {
		network := p.TypesInfo.Types[call.Args[addr-1]].Value
		if network != nil && network.Kind() == constant.String && !strings.HasPrefix(constant.StringVal(network), "tcp") {
			return call.Args[addr-1]
		}
	}
	if addr >= 0 && loopbackaddr.Is(p, call.Args[addr]) {
		return call.Args[addr]
	}
	return nil
}
