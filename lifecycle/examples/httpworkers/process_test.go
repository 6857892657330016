//go:build unix

package main

import (
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/lifecycle/internal/maintest"
)

func TestMain(m *testing.M) { maintest.Main(m, main) }

func TestProcess(t *testing.T) {
	code, output := maintest.Interrupt(t, "ready", "PORT=0")
	if code != 0 || !strings.Contains(output, "stopped") {
		t.Errorf("exit code %d, output:\n%s", code, output)
	}
}
