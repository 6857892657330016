package manifest

import (
	"bytes"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A unit of systemd has sections of settings:
//
//	[Service]
//	ExecStart=/usr/bin/shop serve
//	TimeoutStopSec=20

const systemd = "systemd"

// parseSystemd returns the program that a .service file runs, none for other text.
func parseSystemd(file string, data []byte) []*Unit {
	u := &Unit{Name: strings.TrimSuffix(path.Base(file), ".service"), Kind: systemd, Env: make(map[string]bool)}
	section, line := "", 0
	for text := range strings.SplitSeq(string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))), "\n") {
		line++
		text = strings.TrimSpace(text)
		if strings.HasPrefix(text, "[") {
			section = text
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if section == "[Service]" && ok && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, ";") {
			u.systemd(strings.TrimSpace(key), strings.TrimSpace(value), Place{file, line, 1})
		}
	}
	if u.Program == "" {
		return nil
	}
	return []*Unit{u}
}

// systemd notes one setting.
func (u *Unit) systemd(key, value string, at Place) {
	switch key {
	case "ExecStart":
		words := strings.Fields(strings.TrimLeft(value, "@-:+!"))
		if len(words) == 0 { // clears what stands before
			return
		}
		u.Place, u.Entrypoint = at, true
		if u.shell(words, at); !shells[path.Base(words[0])] {
			u.Program = path.Base(words[0])
		} else if len(words) > 2 {
			u.Program = path.Base(strings.Trim(words[2], `"'`))
		}
	case "TimeoutStopSec", "TimeoutSec":
		d, ok := systemdTime(value)
		u.Grace = Setting{D: d, Set: ok, Open: !ok, Place: at}
	case "KillSignal":
		u.Signal, u.SignalAt = value, at
	case "Restart":
		u.Restart = value
	case "EnvironmentFile", "PassEnvironment":
		u.EnvOpen = true
	case "Environment":
		for _, word := range strings.Fields(value) {
			name, value, _ := strings.Cut(strings.Trim(word, `"'`), "=")
			u.set(name, value)
		}
	}
}

var systemdTimes = lazyregexp.New(`([0-9.]+)\s*([a-z]*)`)

// systemdTime reads "90", "1min 30s" or "2h"; infinity is a time that is not known.
func systemdTime(s string) (total time.Duration, ok bool) {
	units := map[string]time.Duration{
		"": time.Second, "s": time.Second, "sec": time.Second, "second": time.Second, "seconds": time.Second, "ms": time.Millisecond, "msec": time.Millisecond,
		"m": time.Minute, "min": time.Minute, "minute": time.Minute, "minutes": time.Minute, "h": time.Hour, "hr": time.Hour, "hour": time.Hour, "hours": time.Hour,
	}
	for _, m := range systemdTimes().FindAllStringSubmatch(s, -1) {
		n, err := strconv.ParseFloat(m[1], 64)
		unit, known := units[m[2]]
		if err != nil || !known {
			return 0, false
		}
		total, ok = total+time.Duration(n*float64(unit)), true
	}
	return total, ok
}
