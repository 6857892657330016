package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
)

// toolVariable names the command, which the tests have built.
const toolVariable = "LIFECYCLELINT_TEST_TOOL"

// The driver runs its own program, here the test binary, as the vet tool. It passes that on to
// the command, so that what the go command knows of dependencies is shared with other tests.
func TestMain(m *testing.M) {
	last := os.Args[len(os.Args)-1]
	if tool := os.Getenv(toolVariable); tool != "" && (last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg")) {
		os.Exit(passOn(tool))
	}
	code, err := runWithTool(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(code)
}

func passOn(tool string) int {
	cmd := exec.Command(tool, os.Args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return cmd.ProcessState.ExitCode()
}

func runWithTool(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "lifecyclelint-test-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tool, err := testtool.Build(dir)
	if err != nil {
		return 0, err
	}
	if err := os.Setenv(toolVariable, tool); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// settings are those of the command line without flags, for fixes in the plain form.
func settings(string) (*Settings, error) {
	s := &Settings{Runtime: check.RuntimePath, Config: driver.Config{Env: []string{"GOFLAGS=", "GOPROXY=off"}}}
	for _, a := range analyzers.New(check.Options{}) {
		o := &check.Options{Checks: "all", Suggested: true, Record: true, Today: check.NoDay}
		s.Config.Flags = append(s.Config.Flags, o.Flags(a.Name)...)
	}
	return s, nil
}

// A client is an editor: it keeps what it receives, and answers requests.
type client struct {
	t     *testing.T
	rpc   *jrpc2.Client
	dir   string
	ended chan error // of the server

	diagnostics chan publishParams
	shown       chan messageParams
	logged      chan messageParams
	progress    chan progressValue
	requests    chan *jrpc2.Request // of the server
}

// everything is what a client can do that can all.
const everything = `{
	"window": {"workDoneProgress": true, "showDocument": {"support": true}},
	"workspace": {"applyEdit": true, "didChangeWatchedFiles": {"dynamicRegistration": true},
		"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
	"textDocument": {"codeAction": {"disabledSupport": true},
		"publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}}
}`

// connect starts a server for the files, and a client with those capabilities.
func connect(t *testing.T, capabilities string, opts Options, files map[string]string) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &client{
		t: t, dir: filepath.Join(dir, "with a blank"), ended: make(chan error, 1),
		diagnostics: make(chan publishParams, 100), shown: make(chan messageParams, 100), logged: make(chan messageParams, 100),
		progress: make(chan progressValue, 100), requests: make(chan *jrpc2.Request, 100),
	}
	for name, content := range files {
		c.write(name, content)
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	if opts.Settings == nil {
		opts.Settings = settings
	}
	go func() {
		err := Serve(t.Context(), toServer, fromServer, opts)
		_ = fromServer.Close() // never fails
		c.ended <- err
	}()
	c.rpc = jrpc2.NewClient(channel.LSP(toClient, fromClient), &jrpc2.ClientOptions{
		OnNotify: c.notified, OnCallback: c.asked,
		OnCancel: func(rpc *jrpc2.Client, rsp *jrpc2.Response) {
			_ = rpc.Notify(context.Background(), "$/cancelRequest", cancelParams{json.RawMessage(rsp.ID())})
		},
	})
	t.Cleanup(func() { _ = c.rpc.Close() })
	if capabilities != "" {
		var result initializeResult
		c.call("initialize", json.RawMessage(`{"processId": null, "rootUri": `+quote(toURI(c.dir))+`, "capabilities": `+capabilities+`}`), &result)
		c.notify("initialized", struct{}{})
	}
	return c
}

func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (c *client) notified(req *jrpc2.Request) {
	switch req.Method() {
	case "textDocument/publishDiagnostics":
		c.diagnostics <- params[publishParams](c.t, req)
	case "window/showMessage":
		c.shown <- params[messageParams](c.t, req)
	case "window/logMessage":
		c.logged <- params[messageParams](c.t, req)
	case "$/progress":
		c.progress <- params[progressParams](c.t, req).Value
	default:
		c.t.Errorf("notification %s", req.Method())
	}
}

func (c *client) asked(_ context.Context, req *jrpc2.Request) (any, error) {
	c.requests <- req
	if req.Method() == "workspace/applyEdit" {
		return applyEditResult{Applied: true}, nil
	}
	return nil, nil
}

func params[T any](t *testing.T, req *jrpc2.Request) (p T) {
	t.Helper()
	if err := req.UnmarshalParams(&p); err != nil {
		t.Errorf("%s: %v", req.Method(), err)
	}
	return p
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.rpc.CallResult(c.t.Context(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.rpc.Notify(c.t.Context(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// asks waits for a request of the server.
func (c *client) asks(method string) *jrpc2.Request {
	c.t.Helper()
	for {
		select {
		case req := <-c.requests:
			if req.Method() == method {
				return req
			}
		case <-c.t.Context().Done():
			c.t.Fatalf("no %s", method)
		}
	}
}

func (c *client) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

func (c *client) uri(name string) string { return toURI(c.path(name)) }

func (c *client) write(name, content string) {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path(name), []byte(content), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) read(name string) string {
	c.t.Helper()
	content, err := os.ReadFile(c.path(name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(content)
}

func (c *client) open(name string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "go", "version": 1, "text": c.read(name)}})
}

func (c *client) change(name string, version int, text string) {
	c.t.Helper()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []map[string]any{{"text": text}},
	})
}

// save changes a file in the editor and on disk.
func (c *client) save(name string, version int, text string) {
	c.t.Helper()
	c.change(name, version, text)
	c.write(name, text)
	c.notify("textDocument/didSave", documentParams{documentID{c.uri(name)}})
}

// published waits for the diagnostics of a file.
func (c *client) published(name string) publishParams {
	c.t.Helper()
	for {
		select {
		case p := <-c.diagnostics:
			if p.URI == c.uri(name) {
				return p
			}
			c.t.Logf("diagnostics of %s", p.URI)
		case m := <-c.shown:
			c.t.Fatalf("%+v", m)
		case <-c.t.Context().Done():
			c.t.Fatal("no diagnostics")
		}
	}
}

// codes returns what diagnostics are of.
func codes(p publishParams) string {
	var list []string
	for _, d := range p.Diagnostics {
		list = append(list, d.Code)
	}
	return strings.Join(list, " ")
}

// An action is a code action as a client reads it.
type action struct {
	codeAction
	Edit *struct {
		Changes         map[string][]textEdit `json:"changes"`
		DocumentChanges []struct {
			Kind         string            `json:"kind"`
			URI          string            `json:"uri"`
			TextDocument versionedDocument `json:"textDocument"`
			Edits        []textEdit        `json:"edits"`
		} `json:"documentChanges"`
	} `json:"edit"`
}

func (c *client) actions(name string, at span, only ...string) []action {
	c.t.Helper()
	p := codeActionParams{TextDocument: documentID{c.uri(name)}, Range: at}
	p.Context.Only = only
	var list []action
	c.call("textDocument/codeAction", p, &list)
	return list
}

// find returns the action whose title has the prefix.
func find(t *testing.T, list []action, title string) action {
	t.Helper()
	i := slices.IndexFunc(list, func(a action) bool { return strings.HasPrefix(a.Title, title) })
	if i < 0 {
		t.Fatalf("no %q among %s", title, titles(list))
	}
	return list[i]
}

func titles(list []action) string {
	var names []string
	for _, a := range list {
		names = append(names, a.Kind+": "+a.Title)
	}
	return strings.Join(names, "\n")
}

// apply makes the edits of an action in texts, by URI, and returns those that change.
func apply(t *testing.T, a action, encoding string, read func(uri string) string) map[string]string {
	t.Helper()
	if a.Edit == nil {
		t.Fatalf("%q has no edit", a.Title)
	}
	changed := make(map[string]string)
	for uri, edits := range a.Edit.Changes {
		changed[uri] = applyTo(read(uri), edits, encoding)
	}
	for _, d := range a.Edit.DocumentChanges {
		if d.Kind == "" {
			changed[d.TextDocument.URI] = applyTo(read(d.TextDocument.URI), d.Edits, encoding)
		}
	}
	return changed
}

func applyTo(src string, edits []textEdit, encoding string) string {
	t := newText([]byte(src), encoding)
	slices.SortStableFunc(edits, func(a, b textEdit) int {
		return cmp.Or(b.Range.Start.Line-a.Range.Start.Line, b.Range.Start.Character-a.Range.Start.Character)
	})
	for _, e := range edits {
		src = src[:t.index(e.Range.Start)] + e.NewText + src[t.index(e.Range.End):]
	}
	return src
}

// index is the inverse of offset.
func (t *text) index(p position) int {
	i := t.lines[p.Line]
	for t.offset(i).before(p) {
		i++
	}
	return i
}

// end shuts the server down, and waits for all that it has started.
func (c *client) end() {
	c.t.Helper()
	c.call("shutdown", nil, new(any))
	c.notify("exit", nil)
	if err := <-c.ended; err != nil {
		c.t.Error(err)
	}
}
