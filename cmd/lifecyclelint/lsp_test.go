package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// withMistakes has a finding whose fix needs the runtime package, one with a fix that is
// safe, and one with a fix that changes behaviour.
const withMistakes = `package m

import (
	"net/http"
	"sync"
	"time"
)

var server = http.Server{Addr: "é😀"}

var mu sync.Mutex

func Wait() {
	mu.Lock()
	mu.Lock()
	mu.Unlock()
}

func Start(t *time.Ticker) {
	go func() {
		for range t.C {
			println("tick")
		}
	}()
	_ = server.ListenAndServe()
}
`

// An editor is a process of the server, and a client that talks to it.
type editor struct {
	t    *testing.T
	cmd  *exec.Cmd
	rpc  *jrpc2.Client
	file string
	said chan *jrpc2.Request
}

// edit starts the server for a module, and opens its file.
func edit(t *testing.T, files map[string]string, args ...string) *editor {
	t.Helper()
	dir := module(t, files)
	e := &editor{t: t, file: filepath.Join(dir, "a.go"), said: make(chan *jrpc2.Request, 100)}
	e.cmd = exec.Command("lifecyclelint", append([]string{"lsp"}, args...)...)
	e.cmd.Env = moduleEnviron()
	stdin, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout := io.Pipe()
	e.cmd.Stdout, e.cmd.Stderr = stdout, os.Stderr
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e.rpc = jrpc2.NewClient(channel.LSP(out, stdin), &jrpc2.ClientOptions{OnNotify: func(req *jrpc2.Request) { e.said <- req }})
	t.Cleanup(func() { _ = stdout.Close(); _ = e.rpc.Close() })
	root := &url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}
	e.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": root.String(), "capabilities": struct{}{}})
	e.notify("initialized", struct{}{})
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(), "languageId": "go", "version": 1, "text": files["a.go"]}})
	return e
}

// module writes the files of a module, and returns its directory.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if files["go.mod"] == "" {
		write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n\nreplace "+check.RuntimePath+" => "+repoFile("lifecycle")+"\n")
	}
	for name, content := range files {
		write(t, filepath.Join(dir, name), content)
	}
	return dir
}

func moduleEnviron() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
}

func (e *editor) uri() string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(e.file)}).String()
}

func (e *editor) call(method string, params any) {
	e.t.Helper()
	if _, err := e.rpc.Call(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.rpc.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// reads returns what is said next by a method.
func (e *editor) reads(method string) string {
	e.t.Helper()
	for {
		select {
		case req := <-e.said:
			if req.Method() == method {
				return req.ParamString()
			}
		case <-e.t.Context().Done():
			e.t.Fatalf("no %s", method)
		}
	}
}

// diagnostics returns the next ones of the file: their severity and code.
func (e *editor) diagnostics() string {
	e.t.Helper()
	var p struct {
		Diagnostics []struct {
			Severity json.Number `json:"severity"`
			Code     string      `json:"code"`
		} `json:"diagnostics"`
	}
	if err := json.Unmarshal([]byte(e.reads("textDocument/publishDiagnostics")), &p); err != nil {
		e.t.Fatal(err)
	}
	var list []string
	for _, d := range p.Diagnostics {
		list = append(list, d.Severity.String()+" "+d.Code)
	}
	return strings.Join(list, ", ")
}

// exits waits for the server and compares its exit status.
func (e *editor) exits(want int) {
	e.t.Helper()
	err := e.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		e.t.Fatal(err)
	}
	if got := e.cmd.ProcessState.ExitCode(); got != want {
		e.t.Errorf("exit status %d, want %d", got, want)
	}
}

// The configuration and the baseline count in the editor, and what is changed there from
// the next run on.
func TestLSPConfiguration(t *testing.T) {
	t.Parallel()
	e := edit(t, map[string]string{"a.go": withMistakes, ".lifecyclelint.yml": "version: 1\nchecks: [lockrace, httptimeout]\nfail-on: high\nbaseline: known\n", "known": "# none\n"})
	if got := e.diagnostics(); got != "2 httptimeout/server-no-timeout, 1 lockrace/double-lock" {
		t.Error(got)
	}
	dir := filepath.Dir(e.file)
	create := exec.Command("lifecyclelint", "baseline", "create", "--checks", "lockrace", "--baseline", "fresh")
	create.Dir, create.Env = dir, moduleEnviron()
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Rename(filepath.Join(dir, "fresh"), filepath.Join(dir, "known")); err != nil {
		t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri()}})
	if got := e.diagnostics(); got != "2 httptimeout/server-no-timeout" {
		t.Error(got)
	}
	write(t, filepath.Join(dir, ".lifecyclelint.yml"), "version: 1\nchecks: [lockrase]\n")
	e.notify("workspace/didChangeWatchedFiles", json.RawMessage(`{"changes": [{"uri": "`+strings.Replace(e.uri(), "a.go", ".lifecyclelint.yml", 1)+`", "type": 2}]}`))
	if got := e.reads("window/showMessage"); !strings.Contains(got, ".lifecyclelint.yml:2:") || !strings.Contains(got, "did you mean lockrace") {
		t.Error(got)
	}
	e.call("shutdown", nil)
	e.notify("exit", nil)
	e.exits(0)
}

// The server ends with its client, however that ends.
func TestLSPEnds(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.go": "package m\n"}
	e := edit(t, files, "--stdio")
	e.notify("exit", nil)
	e.exits(1)
	e = edit(t, files)
	if err := e.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	e.exits(130)
	client := edit(t, files)
	go func() { _ = client.rpc.Close() }() // which waits for the server
	client.exits(0)
}

// neovim is a script that edits as a user does, and leaves with an error at the first
// surprise.
const neovim = `
local function check(ok, what) if not ok then io.stderr:write(what, "\n") vim.cmd("cquit 1") end end
local function codes()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(list, d.code) end
  table.sort(list)
  return table.concat(list, " ")
end
local function wait(want)
  vim.wait(300000, function() return codes() == want end, 20)
  check(codes() == want, "diagnostics: " .. codes() .. ", want " .. want)
end
local chosen
vim.ui.select = function(items, opts, choose)
  for i, item in ipairs(items) do
    local action = item.action or item[2]
    if action.title:find(chosen, 1, true) == 1 then return choose(item, i) end
  end
  check(false, "no action " .. chosen)
end
local function act(code, title)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.code == code then vim.api.nvim_win_set_cursor(0, {d.lnum + 1, d.col}) end
  end
  chosen = title
  local tick = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.code_action()
  check(vim.wait(300000, function() return vim.api.nvim_buf_get_changedtick(0) ~= tick end, 20), title .. " changes nothing")
end

local config = {name = "lifecyclelint", cmd = {"lifecyclelint", "lsp"}, root_dir = vim.fn.getcwd()}
if vim.lsp.start then vim.lsp.start(config) else vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
wait("goroutineleak/ticker-range httptimeout/server-no-timeout lockrace/double-lock")

local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", {
  textDocument = {uri = vim.uri_from_bufnr(0)}, position = {line = 14, character = 2}}, 300000)
check(vim.inspect(hover):find("# lockrace/double-lock", 1, true), "hover: " .. vim.inspect(hover))

act("lockrace/double-lock", "Remove the second acquisition")
vim.cmd("write")
wait("goroutineleak/ticker-range httptimeout/server-no-timeout")
act("httptimeout/server-no-timeout", "Set ReadHeaderTimeout")
vim.cmd("write")
wait("goroutineleak/ticker-range")
act("goroutineleak/ticker-range", "Range over lifecycle.Recv")
vim.cmd("wall")
wait("")
vim.cmd("qall")
`

// TestNeovim opens a file in a real editor, makes the fixes of its findings and saves.
// .ci/run installs the editor.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("there is no neovim")
	}
	t.Parallel()
	dir := module(t, map[string]string{"a.go": withMistakes, "edit.lua": neovim})
	cmd := exec.Command(nvim, "--clean", "--headless", "-n", "a.go", "-c", "luafile edit.lua")
	home := t.TempDir()
	cmd.Dir, cmd.Env = dir, append(moduleEnviron(), "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+cacheHome(t), "XDG_DATA_HOME="+home)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	vet := exec.Command("lifecyclelint", ".")
	vet.Dir, vet.Env = dir, moduleEnviron()
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("what the editor has saved: %v\n%s", err, out)
	}
	for name, want := range map[string]string{"a.go": "lifecycle.Recv(", "go.mod": "require " + check.RuntimePath} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s without %q: %v\n%s", name, want, err, text)
		}
	}
}

// cacheHome returns the directory of caches, where that of the go command is, too.
func cacheHome(t *testing.T) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
