package lsp

import "encoding/json"

// The messages of the Language Server Protocol that the server speaks, under the names of
// its specification (version 3.17). Fields that neither side of it reads are left out.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct { // the protocol's Range
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type folder struct { // WorkspaceFolder
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type initializeParams struct {
	ProcessID        *int               `json:"processId"`
	RootURI          string             `json:"rootUri"`
	WorkspaceFolders []folder           `json:"workspaceFolders"`
	Capabilities     clientCapabilities `json:"capabilities"`
}

type dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

type clientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
		ShowDocument     struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
	} `json:"window"`
	Workspace struct {
		ApplyEdit     bool `json:"applyEdit"`
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles dynamic `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
			TagSupport         struct {
				ValueSet []int `json:"valueSet"`
			} `json:"tagSupport"`
		} `json:"publishDiagnostics"`
		CodeAction struct {
			DisabledSupport bool `json:"disabledSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name string `json:"name"`
}

type serverCapabilities struct {
	PositionEncoding       string           `json:"positionEncoding"`
	TextDocumentSync       syncOptions      `json:"textDocumentSync"`
	HoverProvider          bool             `json:"hoverProvider"`
	CodeActionProvider     codeActionKinds  `json:"codeActionProvider"`
	ExecuteCommandProvider commandOptions   `json:"executeCommandProvider"`
	Workspace              workspaceOptions `json:"workspace"`
}

const syncFull = 1

type syncOptions struct {
	OpenClose bool     `json:"openClose"`
	Change    int      `json:"change"`
	Save      struct{} `json:"save"`
}

type codeActionKinds struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

type commandOptions struct {
	Commands []string `json:"commands"`
}

type workspaceOptions struct {
	WorkspaceFolders struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	} `json:"workspaceFolders"`
}

type documentID struct { // TextDocumentIdentifier
	URI string `json:"uri"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
}

type documentParams struct { // of didSave and didClose
	TextDocument documentID `json:"textDocument"`
}

type didChangeFoldersParams struct {
	Event struct {
		Added   []folder `json:"added"`
		Removed []folder `json:"removed"`
	} `json:"event"`
}

type didChangeWatchedParams struct {
	Changes []documentID `json:"changes"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions"`
}

type watchOptions struct {
	Watchers []watcher `json:"watchers"`
}

type watcher struct {
	GlobPattern string `json:"globPattern"`
}

// The severities of diagnostics and, except the last, the types of messages.
const (
	severityError   = 1
	severityWarning = 2
	severityInfo    = 3
	messageLog      = 4
)

const tagUnnecessary = 1

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range              span             `json:"range"`
	Severity           int              `json:"severity"`
	Code               string           `json:"code"`
	CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source"`
	Message            string           `json:"message"`
	Tags               []int            `json:"tags,omitempty"`
	RelatedInformation []related        `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type messageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type progressCreateParams struct {
	Token string `json:"token"`
}

type progressParams struct {
	Token string        `json:"token"`
	Value progressValue `json:"value"`
}

type progressValue struct {
	Kind       string `json:"kind"`
	Title      string `json:"title,omitempty"`
	Message    string `json:"message,omitempty"`
	Percentage *int   `json:"percentage,omitempty"`
}

type hoverParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type codeActionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        span       `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Disabled    *disabled      `json:"disabled,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
	Command     *command       `json:"command,omitempty"`
}

type disabled struct {
	Reason string `json:"reason"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments"`
}

type executeParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"` // null for a file that is not open
}

type createFile struct {
	Kind string `json:"kind"`
	URI  string `json:"uri"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type applyEditParams struct {
	Label string         `json:"label"`
	Edit  *workspaceEdit `json:"edit"`
}

type applyEditResult struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason"`
}

type showDocumentParams struct {
	URI       string `json:"uri"`
	TakeFocus bool   `json:"takeFocus"`
	Selection span   `json:"selection"`
}
