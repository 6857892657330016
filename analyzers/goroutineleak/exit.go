package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// anError stands for an error in the text of an [exit]; source cannot contain it.
const anError = "\x00"

// An exit says how a loop is left once its signal has come. An empty text means
// that the loop leaves by itself, since it looks at the signal in its next round.
// What the function gives back before it returns is due before that.
type exit struct {
	text string
	dues []string
}

// inSelect reports whether the exit means the same in the case of a select.
func (x exit) inSelect() bool { return x.text != "break" }

// body returns the lines of the case, none where the loop leaves by itself.
func (x exit) body(err string) []string {
	var list []string
	if x.text != "" {
		for _, stmt := range append(slices.Clone(x.dues), strings.ReplaceAll(x.text, anError, err)) {
			list = append(list, "\t"+stmt)
		}
	}
	return list
}

// unless returns the statement that evaluates call, an error, and leaves if it
// is not nil.
func (x exit) unless(indent, call string) string {
	switch {
	case x.text == "":
		return "_ = " + call
	case strings.Contains(x.text, anError):
		return block(indent, "if err := "+call+"; err != nil {", x.body("err"), "}")
	}
	return block(indent, "if "+call+" != nil {", x.body(""), "}")
}

// block joins a head, a body and what closes it.
func block(indent, head string, body []string, rest ...string) string {
	return lines(indent, slices.Concat([]string{head}, body, rest)...)
}

// lines joins the lines that are not empty.
func lines(indent string, list ...string) string {
	var b strings.Builder
	for i, line := range list {
		if line == "" {
			continue
		}
		if i > 0 {
			b.WriteString("\n" + indent)
		}
		b.WriteString(line)
	}
	return b.String()
}

// exitOf returns how the loops around cur are left for sig: as they leave for
// it elsewhere (on their own, when more happens there than leaving), else by
// returning the error, else by ending the function or the loop, where nothing
// but that can be meant, else by going through what rounds are left.
func exitOf(p *check.Pass, cur inspector.Cursor, loops []inspector.Cursor, sig *signal) (exit, bool) {
	if sig.leave != nil && means(p, sig.leave, cur.Node().Pos()) {
		return exit{p.Source(sig.leave), unusedCancels(p, cur)}, true
	}
	if sig.handled || sig.leaves && sig.leave == nil {
		return exit{}, !spins(p, loops, sig)
	}
	fn, _ := enclosing(p, cur)
	results := funcType(fn).Results
	if sig.ctx && returnsError(p.TypesInfo, results) {
		return exit{"return " + others(p, results, cur.Node().Pos()) + anError, dues(p, cur)}, true
	}
	outer := loops[len(loops)-1]
	body := funcBody(fn)
	last := body.List[len(body.List)-1] == outer.Node()
	if last && results == nil {
		return exit{"return", dues(p, cur)}, !tellsBeforeReturn(p, fn)
	}
	if sig.leaves {
		return exit{}, !spins(p, loops, sig)
	}
	if !sig.ctx || len(loops) > 1 || last || endless(outer.Node()) || breakTarget(cur) != outer.Node() {
		return exit{}, false
	}
	if onlyReturnsFollow(outer) || countsRounds(p, outer.Node()) && !leavesTraces(p, fn, outer.Node()) {
		return exit{text: "break"}, true
	}
	return exit{}, counts(p, outer.Node()) // what follows goes by how the last round went
}

// means reports whether stmt, a return or a labelled jump, does the same at pos
// as where it stands: it names nothing that is not visible there.
func means(p *check.Pass, stmt ast.Stmt, pos token.Pos) bool {
	switch stmt := stmt.(type) {
	case *ast.BranchStmt:
		return stmt.Label != nil
	case *ast.ReturnStmt:
		same := true
		ast.Inspect(stmt, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && !visibleAt(p, v, pos) {
					same = false
				}
			}
			return same
		})
		return same
	}
	return false
}
