package pendingneverclaimed

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// chain returns the calls of methods of what the call at cur returns, one after
// the other: the links of client.B().Xreadgroup().Group(g, c).Streams()….
func chain(cur inspector.Cursor) []*ast.CallExpr {
	var links []*ast.CallExpr
	for {
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != cur.Node() {
			return links
		}
		call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != sel {
			return links
		}
		links = append(links, call)
		cur = cur.Parent().Parent()
	}
}

// chainSees judges a command that is built by a chain.
func chainSees(p *check.Pass, links []*ast.CallExpr) sight {
	var ids []ast.Expr
	for _, link := range links {
		name := callmatch.CalleeName(p.TypesInfo, link)
		if sees, ok := catalog.GroupReadNever[name]; ok {
			if sees {
				return pendingOnes
			}
			return settledOnes
		}
		if catalog.GroupReadIDs[name] {
			ids = append(ids, link.Args...)
		}
	}
	if len(ids) == 0 {
		return unknownOnes
	}
	return idsSee(p, ids)
}

// fixChain has the command itself claim, before its streams are named.
func fixChain(p *check.Pass, links []*ast.CallExpr) *edit.Fix {
	for _, link := range links {
		sel, ok := ast.Unparen(link.Fun).(*ast.SelectorExpr)
		if !ok || !catalog.GroupReadStreams[callmatch.CalleeName(p.TypesInfo, link)] {
			continue
		}
		e := p.Edit(link.Pos())
		e.Insert(sel.X.End(), `.Claim("60000")`)
		return e.Fix("Claim what has been pending for a minute with each read",
			"Redis 8.4 or later is needed; messages that another consumer has held for more than a minute are handled again: make the minute longer than handling takes")
	}
	return nil
}
