package lifecycle

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ended reports whether pid is a zombie: it has ended, and is not reaped. kill(2) cannot
// distinguish such a process from a running one.
func ended(pid int) bool {
	state, _, ok := procStat(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return ok && isDead(state)
}

// groupEnded reports whether all members of the group are zombies.
func groupEnded(pgid int) bool {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return false // no /proc to look at
	}
	for _, path := range stats {
		if state, group, ok := procStat(path); ok && group == pgid && !isDead(state) {
			return false
		}
	}
	return true
}

func isDead(state string) bool { return state == "Z" || state == "X" }

// procStat returns the state and the process group in a stat file. The second
// field, the command, is in parentheses and may hold anything.
func procStat(path string) (state string, pgid int, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", 0, false
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 3 {
		return "", 0, false
	}
	pgid, err = strconv.Atoi(fields[2])
	return fields[0], pgid, err == nil
}
