package dialnotimeout

import (
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix limits the dial to ten seconds, by the variant that takes a limit.
func fix(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	call := cur.Node().(*ast.CallExpr)
	const changes = "dials that take longer than 10 s fail"
	e := p.Edit(call.Pos())
	limit := func() string { return "10 * " + e.Import(call.Pos(), "time", "time") + ".Second" }
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	switch callmatch.CalleeName(p.TypesInfo, call) {
	case "net.Dial":
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), "DialTimeout")
		e.Insert(call.Args[1].End(), ", "+limit())
	case "crypto/tls.Dial":
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), "DialWithDialer")
		e.Insert(call.Args[0].Pos(), "&"+e.Import(call.Pos(), "net", "net")+".Dialer{Timeout: "+limit()+"}, ")
	case "golang.org/x/crypto/ssh.Dial":
		e.Replace(sel.Pos(), sel.End(), dialSSH(p, e, sel))
		return e.Fix("Limit the dial and the handshake to Timeout, or 10s", "handshakes that take longer fail")
	case "net/smtp.SendMail":
		return fixMail(p, cur, sel)
	default:
		return nil
	}
	return e.Fix("Limit the dial to 10s", changes)
}

// dialSSH returns a function that does what ssh.Dial does, and limits the handshake as well.
func dialSSH(p *check.Pass, e *edit.Builder, sel *ast.SelectorExpr) string {
	names := strings.NewReplacer("ssh.", p.Source(sel.X)+".", "net.", e.Import(sel.Pos(), "net", "net")+".",
		"time.", e.Import(sel.Pos(), "time", "time")+".", "\n", "\n"+e.Indent(sel.Pos()))
	return names.Replace(`func(network, addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	limit := config.Timeout
	if limit == 0 {
		limit = 10 * time.Second
	}
	conn, err := net.DialTimeout(network, addr, limit)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(limit))
	c, channels, requests, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return ssh.NewClient(c, channels, requests), nil
}`)
}

// fixMail sends with the runtime package, which ends with a context, and after a minute without a
// deadline. Where a file needs net/smtp for nothing else, one fix replaces all mails, and the import goes.
//
//	smtp.SendMail(addr, …)  →  lifecycle.SendMail(ctx, addr, …)
func fixMail(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) *edit.Fix {
	if p.Stdlib() {
		return nil
	}
	e, file := p.Edit(sel.Pos()), astindex.FileOf(cur)
	mails := []inspector.Cursor{cur}
	if !edit.KeepsImport(p.TypesInfo, file, sel, func(other *ast.SelectorExpr) bool { return other.Sel.Name == "SendMail" }) {
		mails = mailsOf(p, cur)
		var others []*ast.SelectorExpr
		for _, mail := range mails {
			if mail != cur {
				others = append(others, mail.Node().(*ast.CallExpr).Fun.(*ast.SelectorExpr))
			}
		}
		if !e.DropImport(sel, others...) {
			return nil
		}
	}
	lc := e.Import(sel.Pos(), p.Lifecycle(), "lifecycle")
	for _, mail := range mails {
		call := mail.Node().(*ast.CallExpr)
		ctx := given(p, mail)
		if ctx == "" {
			ctx = e.Import(sel.Pos(), "context", "context") + ".Background()"
		}
		e.Replace(call.Fun.Pos(), call.Fun.End(), lc+".SendMail")
		e.Insert(call.Args[0].Pos(), ctx+", ")
	}
	title := "Send it with " + lc + ".SendMail, which has a limit"
	if len(mails) > 1 {
		title = fmt.Sprintf("Send all %d mails of the file with %s.SendMail, which has a limit", len(mails), lc)
	}
	return e.Fix(title, "a mail that takes longer than a minute, or than its context, fails")
}

// mailsOf returns the calls of smtp.SendMail in the file around cur.
func mailsOf(p *check.Pass, cur inspector.Cursor) (list []inspector.Cursor) {
	for file := range cur.Enclosing((*ast.File)(nil)) {
		for c := range file.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if _, ok := call.Fun.(*ast.SelectorExpr); ok && callmatch.CalleeName(p.TypesInfo, call) == "net/smtp.SendMail" {
				list = append(list, c)
			}
		}
	}
	return list
}

// given returns the context that the function around cur is given, "" if there is none.
func given(p *check.Pass, cur inspector.Cursor) string {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return ""
	}
	for _, source := range ctxscope.Given(p.Pass, fn.Node(), cur.Node().Pos()) {
		if source.Kind != "field" && source.Var.Name() != "_" {
			return source.Expr
		}
	}
	return ""
}
