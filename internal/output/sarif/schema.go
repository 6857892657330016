package sarif

import (
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// The part of SARIF 2.1.0 that is written; optional members are left out when
// they have nothing to say, since consumers reject empty strings and nulls.
type (
	log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		Tool        tool         `json:"tool"`
		Invocations []invocation `json:"invocations"`
		Columns     string       `json:"columnKind"`
		Results     []result     `json:"results"`
	}
	tool struct {
		Driver component `json:"driver"`
	}
	component struct {
		Name  string `json:"name"`
		URI   string `json:"informationUri"`
		Rules []rule `json:"rules"`
	}
	rule struct {
		ID         string        `json:"id"`
		Name       string        `json:"name"`
		Short      message       `json:"shortDescription"`
		Help       help          `json:"help"`
		URI        string        `json:"helpUri"`
		Default    configuration `json:"defaultConfiguration"`
		Properties properties    `json:"properties"`
	}
	message struct {
		Text string `json:"text"`
	}
	help struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	properties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
	}
	invocation struct {
		Successful    bool           `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string  `json:"level"`
		Message message `json:"message"`
	}
	result struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Rank         float64           `json:"rank"` // how sure, from 0 to 100
		Properties   judgement         `json:"properties"`
		Message      message           `json:"message"`
		Locations    []location        `json:"locations"`
		Related      []location        `json:"relatedLocations,omitempty"`
		CodeFlows    []codeFlow        `json:"codeFlows,omitempty"`
		Partial      map[string]string `json:"partialFingerprints"`
		Fixes        []fix             `json:"fixes,omitempty"`
		Suppressions []suppression     `json:"suppressions,omitempty"`
	}
	codeFlow struct {
		Message message      `json:"message"`
		Threads []threadFlow `json:"threadFlows"`
	}
	threadFlow struct {
		ID        string         `json:"id"`
		Message   message        `json:"message"`
		Locations []flowLocation `json:"locations"`
	}
	flowLocation struct {
		Location   location `json:"location"`
		Order      int      `json:"executionOrder"` // from 1, in all threads
		Importance string   `json:"importance"`
	}
	judgement struct {
		Confidence verdict.Confidence `json:"confidence"`
		Truth      verdict.Confidence `json:"truth,omitempty"`
		Severity   check.Severity     `json:"severity"`
		Doubts     []doubt            `json:"doubts,omitempty"`
	}
	doubt struct {
		ID       string `json:"id"`
		Sentence string `json:"sentence"`
	}
	suppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	location struct {
		ID       int      `json:"id,omitempty"`
		Physical physical `json:"physicalLocation"`
		Message  *message `json:"message,omitempty"`
	}
	physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   region   `json:"region"`
	}
	artifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	fix struct {
		Description message  `json:"description"`
		Changes     []change `json:"artifactChanges"`
	}
	change struct {
		Artifact     artifact      `json:"artifactLocation"`
		Replacements []replacement `json:"replacements"`
	}
	replacement struct {
		Deleted  deleted  `json:"deletedRegion"`
		Inserted *content `json:"insertedContent,omitempty"`
	}
	deleted struct {
		ByteOffset int `json:"byteOffset"`
		ByteLength int `json:"byteLength"`
	}
	content struct {
		Text string `json:"text"`
	}
)
