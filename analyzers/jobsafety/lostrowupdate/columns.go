package lostrowupdate

import (
	"go/ast"
	"go/constant"
	"slices"
	"strconv"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

var (
	compared = lazyregexp.New(`(?i)["` + "`" + `]?(\w+)["` + "`" + `]?\s*(?:=|<|>|!=|\bis\b|\bin\b)`)
	selected = lazyregexp.New(`(?is)^\s*select\s+(.*?)\s+from\b`)
	sets     = lazyregexp.New(`(?is)^\s*update\s.*?\bset\s+(.*?)(?:\bwhere\b|\breturning\b|$)`)
	assigned = lazyregexp.New(`(?i)["` + "`" + `]?(\w+)["` + "`" + `]?\s*=\s*(\$\d+|\?|[:@]\w+)?`)
)

// asksMore reports whether an update has a condition that its query does not have: the old value, or a version. With
// gorm, any that is no key.
func asksMore(p *check.Pass, r, w *poolops.Op) bool {
	asked := make(map[string]bool)
	for _, col := range conditions(p, r) {
		asked[col] = true
	}
	return slices.ContainsFunc(conditions(p, w), func(col string) bool {
		words := catalog.Words(col)
		return !asked[col] && !catalog.KeyWords[words[len(words)-1]]
	})
}

// conditions returns the columns that a statement compares.
func conditions(p *check.Pass, op *poolops.Op) (cols []string) {
	var texts []string
	if _, where, ok := cutFold(op.SQL, "where"); ok {
		texts = append(texts, where)
	}
	if op.SQL == "" {
		for _, arg := range op.Args {
			if v := p.TypesInfo.Types[arg].Value; v != nil && v.Kind() == constant.String {
				texts = append(texts, constant.StringVal(v))
			}
		}
	}
	for _, text := range texts {
		for _, m := range compared().FindAllStringSubmatch(text, -1) {
			cols = append(cols, strings.ToLower(m[1]))
		}
	}
	return cols
}

func cutFold(text, word string) (before, after string, found bool) {
	i := strings.LastIndex(strings.ToLower(text), word)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(word):], true
}

// columnsOf returns the columns that a query selects, in their order, nil where they are not known.
func columnsOf(sql string) (cols []string) {
	m := selected().FindStringSubmatch(sql)
	if m == nil || strings.ContainsAny(m[1], "(*") {
		return nil
	}
	for col := range strings.SplitSeq(m[1], ",") {
		col = strings.ToLower(strings.Trim(strings.TrimSpace(col), "\"`"))
		cols = append(cols, col[strings.LastIndexByte(col, '.')+1:])
	}
	return cols
}

// storedIn returns the argument that an update stores in a column, nil for none.
func storedIn(w *poolops.Op, col string) ast.Expr {
	m := sets().FindStringSubmatch(w.SQL)
	if m == nil {
		return nil
	}
	next := 0
	for _, set := range assigned().FindAllStringSubmatch(m[1], -1) {
		i := next
		if n, err := strconv.Atoi(strings.TrimPrefix(set[2], "$")); err == nil {
			i = n - 1
		} else if set[2] != "?" {
			i = -1
		}
		next += strings.Count(set[0], "?")
		if strings.EqualFold(set[1], col) && 0 <= i && i < len(w.Args) {
			return w.Args[i]
		}
	}
	return nil
}
