// Package lsp is the server that editors talk to: findings as diagnostics when a file is
// saved, their fixes and the comment that accepts them as code actions, what the checks
// decided at a place on hover. It speaks the Language Server Protocol and decides nothing:
// the driver runs the checks, and tries the fixes.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Options are what the server needs of the command line.
type Options struct {
	// Settings returns what applies in the directory of a module. It is asked before
	// each run, so that a change of the configuration counts from the next one.
	Settings func(dir string) (*Settings, error)
	// Delay is for how long nothing must have been saved before a run begins.
	Delay time.Duration
}

// Settings are how the packages of a module are analyzed.
type Settings struct {
	Config  driver.Config // without Dir, Patterns and Progress
	Runtime string        // import path of the runtime package that fixes use
	FailOn  finding.FailOn
	// Accept takes out of a result what is accepted elsewhere than in the source.
	Accept func(*driver.Result)
}

// ErrNoShutdown is returned when the client has ended the server without asking it to
// shut down before.
var ErrNoShutdown = errors.New("the client sent exit without shutdown")

// Codes of errors that the protocol adds to those of JSON-RPC.
const (
	serverNotInitialized jrpc2.Code = -32002
	requestFailed        jrpc2.Code = -32803
	contentModified      jrpc2.Code = -32801
	requestCancelled     jrpc2.Code = -32800
)

// parallel is how many requests are handled concurrently. Most of them only wait: for the
// trial of a fix, or for the client.
const parallel = 64

// Serve serves one client until it requests the exit, its process ends, or ctx is canceled.
// Then the runs are ended, too. in is closed at the end.
func Serve(ctx context.Context, in io.ReadCloser, out io.Writer, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{opts: opts, ctx: ctx, in: in, documents: make(map[string]*document), projects: make(map[string]*project)}
	s.rpc = jrpc2.NewServer(s, &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, Concurrency: parallel,
		NewContext: func() context.Context { return ctx },
	})
	s.rpc.Start(channel.LSP(in, stream{out, in}))
	unwatch := context.AfterFunc(ctx, s.stop)
	status := s.rpc.WaitStatus()
	unwatch()
	cancel()
	s.working.Wait()
	switch {
	case s.exited && !s.down:
		return ErrNoShutdown
	case s.stopped.Load():
		return nil
	}
	return status.Err
}

// stop ends the session: with what is read from, the server ends. Its own Stop would
// panic at a message that has been read ahead.
func (s *server) stop() {
	s.stopped.Store(true)
	_ = s.in.Close() // the reader reports the error
}

// A stream is written to, and closed by closing what is read from: that ends the reader.
type stream struct {
	io.Writer
	io.Closer
}

type server struct {
	opts    Options
	in      io.Closer
	stopped atomic.Bool
	rpc     *jrpc2.Server
	ctx     context.Context // of the whole session
	working sync.WaitGroup  // work outside of requests

	mu        sync.Mutex
	ready     bool // initialized
	down      bool // shut down
	exited    bool
	client    clientCapabilities
	encoding  string
	folders   []string // of the workspace; empty if the client has none
	documents map[string]*document
	projects  map[string]*project // by directory
	tokens    int                 // that were made for progress
}

// work runs f beside the requests.
func (s *server) work(f func()) { s.working.Go(f) }

// Assign returns the handler of a method, nil for those that are not known.
func (s *server) Assign(_ context.Context, method string) jrpc2.Handler {
	h := s.handler(method)
	if h == nil {
		return nil
	}
	return func(ctx context.Context, req *jrpc2.Request) (any, error) {
		if err := s.refuse(method, req.IsNotification()); err != nil {
			return nil, err
		}
		result, err := h(ctx, req)
		if errors.Is(err, context.Canceled) {
			err = jrpc2.Errorf(requestCancelled, "the request was cancelled")
		}
		return result, err
	}
}

func (s *server) handler(method string) jrpc2.Handler {
	switch method {
	case "initialize":
		return handler.New(s.initialize)
	case "initialized":
		return handler.New(s.initialized)
	case "shutdown":
		return handler.New(s.shutdown)
	case "exit":
		return handler.New(s.exit)
	case "$/cancelRequest":
		return handler.New(s.cancelRequest)
	case "textDocument/didOpen":
		return handler.New(s.didOpen)
	case "textDocument/didChange":
		return handler.New(s.didChange)
	case "textDocument/didSave":
		return handler.New(s.didSave)
	case "textDocument/didClose":
		return handler.New(s.didClose)
	case "workspace/didChangeWorkspaceFolders":
		return handler.New(s.didChangeFolders)
	case "workspace/didChangeWatchedFiles":
		return handler.New(s.didChangeWatched)
	case "textDocument/hover":
		return handler.New(s.hover)
	case "textDocument/codeAction":
		return handler.New(s.codeAction)
	case "workspace/executeCommand":
		return handler.New(s.execute)
	}
	return nil
}

// refuse returns an error for what must not come at this time of the session.
func (s *server) refuse(method string, notification bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == "exit":
		return nil
	case s.down:
		return jrpc2.Errorf(jrpc2.InvalidRequest, "%s after shutdown", method)
	case method == "initialize" && s.ready:
		return jrpc2.Errorf(jrpc2.InvalidRequest, "initialize was sent before")
	case method != "initialize" && !s.ready:
		return jrpc2.Errorf(serverNotInitialized, "%s before initialize", method)
	}
	return nil
}

func (s *server) initialize(_ context.Context, p *initializeParams) (*initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	folders := p.WorkspaceFolders
	if len(folders) == 0 && p.RootURI != "" {
		folders = []folder{{URI: p.RootURI}}
	}
	for _, f := range folders {
		if path, err := toPath(f.URI); err == nil {
			s.folders = append(s.folders, path)
		}
	}
	s.ready, s.client, s.encoding = true, p.Capabilities, encodingOf(p.Capabilities.General.PositionEncodings)
	if p.ProcessID != nil {
		s.work(func() { s.watchClient(*p.ProcessID) })
	}
	result := &initializeResult{ServerInfo: serverInfo{"lifecyclelint"}, Capabilities: serverCapabilities{
		PositionEncoding:       s.encoding,
		TextDocumentSync:       syncOptions{OpenClose: true, Change: syncFull},
		HoverProvider:          true,
		CodeActionProvider:     codeActionKinds{[]string{quickFix, fixAll}},
		ExecuteCommandProvider: commandOptions{[]string{fixCommand, reasonCommand}},
	}}
	result.Capabilities.Workspace.WorkspaceFolders.Supported = true
	result.Capabilities.Workspace.WorkspaceFolders.ChangeNotifications = true
	return result, nil
}

// watched are the files whose change on disk can change findings. Open files are saved by
// the client itself, which notifies the server.
var watched = []string{"**/*.go", "**/go.mod", "**/go.work", "**/.lifecyclelint.yml", "**/.lifecyclelint-baseline"}

func (s *server) initialized(context.Context, *jrpc2.Request) error {
	s.mu.Lock()
	can := s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.mu.Unlock()
	if !can {
		return nil
	}
	var options watchOptions
	for _, glob := range watched {
		options.Watchers = append(options.Watchers, watcher{glob})
	}
	s.work(func() {
		_, err := s.rpc.Callback(s.ctx, "client/registerCapability", registrationParams{[]registration{
			{ID: "watched-files", Method: "workspace/didChangeWatchedFiles", RegisterOptions: options},
		}})
		if err != nil && s.ctx.Err() == nil {
			s.log(severityWarning, "the editor does not tell of files that change on disk: "+err.Error())
		}
	})
	return nil
}

func (s *server) shutdown(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	for _, p := range s.projects {
		p.end()
	}
	return nil, nil
}

func (s *server) exit(context.Context, *jrpc2.Request) error {
	s.mu.Lock()
	s.exited = true
	s.mu.Unlock()
	s.stop()
	return nil
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

func (s *server) cancelRequest(_ context.Context, p *cancelParams) error {
	s.rpc.CancelRequest(string(p.ID))
	return nil
}

// clientInterval is the time between two looks at the client's process.
const clientInterval = 5 * time.Second

// watchClient ends the session when the process of the client has exited. One that cannot
// be seen from here, as from within a container, is not watched.
func (s *server) watchClient(pid int) {
	if !alive(pid) {
		return
	}
	ticker := time.NewTicker(clientInterval)
	defer ticker.Stop()
	untilGone(s.ctx, ticker.C, func() bool { return alive(pid) }, s.stop)
}

// untilGone calls gone once alive is found to be false.
func untilGone(ctx context.Context, ticks <-chan time.Time, alive func() bool, gone func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			if !alive() {
				gone()
				return
			}
		}
	}
}

// notify sends a notification. A lost client is detected by the read.
func (s *server) notify(method string, params any) { _ = s.rpc.Notify(s.ctx, method, params) }

// log writes into the editor's log.
func (s *server) log(kind int, message string) {
	s.notify("window/logMessage", messageParams{kind, "lifecyclelint: " + finding.Printable(message)})
}

// show shows a message, and writes it into the log.
func (s *server) show(kind int, message string) {
	s.log(kind, message)
	s.notify("window/showMessage", messageParams{kind, "lifecyclelint: " + finding.Printable(message)})
}

// wants reports whether a client that requests some kinds of code actions gets this one.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool {
		return o == kind || len(kind) > len(o) && kind[:len(o)+1] == o+"."
	})
}
