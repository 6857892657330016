package statuses

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// The parts of the SQL that matter here. A statement that is put together at run
// time, or that these do not match, is not seen.
var (
	update      = lazyregexp.New(`(?is)^\s*(with\b.*?\)\s*)?update\s+(?:only\s+)?["` + "`" + `]?([\w.]+)["` + "`" + `]?\s+(?:as\s+\w+\s+|\w+\s+)?set\s+(.*?)\bwhere\b(.*)$`)
	query       = lazyregexp.New(`(?is)^\s*(?:select\b.*?|delete\s+)from\s+["` + "`" + `]?([\w.]+)["` + "`" + `]?.*?\bwhere\b(.*)$`)
	equals      = lazyregexp.New(`(?i)["` + "`" + `]?(\w+)["` + "`" + `]?\s*=\s*('[^']*'|[^\s,()']+(?:\([^()]*\))?)`)
	inList      = lazyregexp.New(`(?i)(\w+)\s+in\s*\(([^()]*)\)`)
	others      = lazyregexp.New(`(?i)["` + "`" + `]?(\w+)["` + "`" + `]?\s*(?:<>|!=|\bnot\s+in\b|=\s*any\b)`)
	comment     = lazyregexp.New(`(?m)^\s*--.*$`)
	placeholder = lazyregexp.New(`^(?:\$\d+|\?|[:@]\w+)`)
	parameter   = lazyregexp.New(`\$\d+|\?`)
	number      = lazyregexp.New(`^\d+$`)
	idEquals    = lazyregexp.New(`(?i)(?:^|\band)\s*\(?(?:\w+\.)?["` + "`" + `]?(id|uuid|\w+_id)["` + "`" + `]?\s*=\s*(?:\$\d+|\?|:\w+|@\w+)`)
	either      = lazyregexp.New(`(?i)\bor\b`)
)

// sql reads a statement that is a constant among the arguments of a call.
func sql(info *types.Info, call *ast.CallExpr) *Statement {
	for i, arg := range call.Args {
		tv := info.Types[arg]
		if tv.Value == nil || tv.Value.Kind() != constant.String {
			continue
		}
		text := constant.StringVal(tv.Value)
		if s := parse(filled(info, text, call.Args[i+1:])); s != nil {
			s.Call, s.Text = call, text
			return s
		}
	}
	return nil
}

// parse reads the text of a statement. A comment before it, as generators of code
// put there, does not count; conditions in a WITH clause do.
func parse(text string) *Statement {
	if len(text) < 20 {
		return nil
	}
	text = comment().ReplaceAllString(text, "")
	if m := update().FindStringSubmatch(text); m != nil {
		return &Statement{Table: strings.ToLower(m[2]), Set: assignments(m[3]), Where: conditions(m[1] + " " + m[4]), ByID: byID(m[4])}
	}
	if m := query().FindStringSubmatch(text); m != nil {
		return &Statement{Table: strings.ToLower(m[1]), Where: conditions(m[2]), ByID: byID(m[2])}
	}
	return nil
}

func assignments(text string) map[string]Value {
	set := make(map[string]Value)
	for _, m := range equals().FindAllStringSubmatch(text, -1) {
		set[strings.ToLower(m[1])] = sqlValue(m[2])
	}
	return set
}

func conditions(text string) map[string][]Value {
	where := make(map[string][]Value)
	for _, m := range equals().FindAllStringSubmatch(text, -1) {
		col := strings.ToLower(m[1])
		where[col] = append(where[col], sqlValue(m[2]))
	}
	for _, m := range others().FindAllStringSubmatch(text, -1) {
		col := strings.ToLower(m[1])
		where[col] = append(where[col], Value{Any: true})
	}
	for _, m := range inList().FindAllStringSubmatch(text, -1) {
		col := strings.ToLower(m[1])
		for v := range strings.SplitSeq(m[2], ",") {
			where[col] = append(where[col], sqlValue(strings.TrimSpace(v)))
		}
	}
	return where
}

func sqlValue(text string) Value {
	inner, quoted := strings.CutPrefix(text, "'")
	switch {
	case quoted && !strings.Contains(text, "%"): // a verb of fmt
		state, number := strings.CutPrefix(strings.TrimSuffix(inner, "'"), numeric)
		return Value{Const: state, Number: number, SQL: text}
	case quoted, strings.HasPrefix(text, "%"), placeholder().MatchString(text), number().MatchString(text):
		return Value{SQL: text, Any: true}
	}
	return Value{SQL: text}
}

// filled puts those arguments that are constants in the place of $1 or ?.
func filled(info *types.Info, text string, args []ast.Expr) string {
	next := 0
	return parameter().ReplaceAllStringFunc(text, func(p string) string {
		i := next
		if n, err := strconv.Atoi(p[1:]); err == nil && p[0] == '$' {
			i = n - 1
		}
		next++
		if i < 0 || i >= len(args) {
			return p
		}
		if state := stateOf(info, args[i]); state != "" {
			return "'" + state + "'"
		}
		return p
	})
}

// byID reports whether conditions select one record by its key, and no others.
func byID(conditions string) bool {
	m := idEquals().FindStringSubmatch(conditions)
	return m != nil && isID(m[1]) && !either().MatchString(conditions)
}
