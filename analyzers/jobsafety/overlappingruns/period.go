package overlappingruns

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
	"time"
)

// shortPeriod is how long a job that works with others may plausibly take.
const shortPeriod = 10 * time.Minute

// short reports whether a schedule is known to run a job again within that time.
func short(info *types.Info, spec ast.Expr) bool {
	tv := info.Types[spec]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return false
	}
	text := constant.StringVal(tv.Value)
	if every, ok := strings.CutPrefix(text, "@every "); ok {
		period, err := time.ParseDuration(strings.TrimSpace(every))
		return err == nil && period <= shortPeriod
	}
	fields := strings.Fields(text)
	switch len(fields) {
	case 5:
		return often(fields[0])
	case 6: // with seconds
		return fields[0] == "*" || strings.HasPrefix(fields[0], "*/") || often(fields[1])
	}
	return false
}

// often reports whether the minutes of a schedule come every ten minutes, or more often.
func often(minutes string) bool {
	if minutes == "*" {
		return true
	}
	step, ok := strings.CutPrefix(minutes, "*/")
	n, err := strconv.Atoi(step)
	return ok && err == nil && time.Duration(n)*time.Minute <= shortPeriod
}
