package manifest

import (
	"path"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A job of Nomad has groups of tasks, in blocks:
//
//	task "web" {
//	  driver       = "docker"
//	  kill_timeout = "20s"
//	  config { image = "shop:1" }
//	}

const nomad = "nomad"

var (
	nomadBlock   = lazyregexp.New(`^([a-z_]+)(?:\s+"([^"]*)")?\s*\{(.*)$`)
	nomadSetting = lazyregexp.New(`^"?([A-Za-z_][A-Za-z0-9_.]*)"?\s*[=:]\s*(.*?),?$`)
)

// parseNomad returns the tasks of a job.
func parseNomad(file string, data []byte) (units []*Unit) {
	var blocks []string
	var task *Unit
	line := 0
	for text := range strings.SplitSeq(string(data), "\n") {
		line++
		text = strings.TrimSpace(text)
		at := Place{file, line, 1}
		m := nomadBlock().FindStringSubmatch(text)
		switch {
		case strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//"):
		case m != nil && strings.HasSuffix(text, "}"): // all on one line
			for setting := range strings.SplitSeq(strings.TrimSuffix(m[3], "}"), ";") {
				task.nomad(m[1], strings.TrimSpace(setting), at)
			}
		case m != nil:
			if blocks = append(blocks, m[1]); m[1] == "task" {
				task = &Unit{Name: m[2], Kind: nomad, Place: at, Env: make(map[string]bool), Restart: "always"}
				units = append(units, task)
			}
		case strings.HasSuffix(text, "{"):
			blocks = append(blocks, "")
		case strings.HasPrefix(text, "}") && len(blocks) > 0:
			if blocks[len(blocks)-1] == "task" {
				task = nil
			}
			blocks = blocks[:len(blocks)-1]
		case len(blocks) > 0:
			task.nomad(blocks[len(blocks)-1], text, at)
		}
	}
	return units
}

// nomad notes one setting of a block; u is nil outside tasks.
func (u *Unit) nomad(block, text string, at Place) {
	m := nomadSetting().FindStringSubmatch(text)
	if u == nil || m == nil {
		return
	}
	value := strings.Trim(m[2], `"`)
	switch block + " " + m[1] {
	case "task kill_timeout":
		d, err := time.ParseDuration(value)
		u.Grace = Setting{D: d, Set: err == nil, Open: err != nil, Place: at}
	case "task kill_signal":
		u.Signal, u.SignalAt = value, at
	case "task shutdown_delay":
		d, err := time.ParseDuration(value)
		u.PreStop = Setting{D: d, Set: err == nil, Place: at}
	case "task driver":
		u.driver = value
	case "config image":
		u.Image = value
	case "config command":
		u.Program, u.Entrypoint = path.Base(value), true
	default:
		if block == "env" {
			u.set(m[1], value)
		}
	}
}
