package catalog

import (
	"slices"
	"strings"
)

// PollsBroker receive from a broker, wait a while where it has nothing, and return an error immediately where it does
// not respond.
var PollsBroker = words("(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).ReceiveMessage (*github.com/aws/aws-sdk-go/service/sqs.SQS).ReceiveMessage " +
	"(*github.com/aws/aws-sdk-go/service/sqs.SQS).ReceiveMessageWithContext")

// nothingWords are those of errors that say that there is nothing.
var nothingWords = words("empty nothing none drained idle")

// SaysNothing reports whether an error, by its name, says that there is nothing: ErrNoJob, ErrQueueEmpty.
func SaysNothing(name string) bool {
	list := Words(name)
	for i, word := range list {
		if nothingWords[word] || word == "no" && i > 0 && i+1 < len(list) && workNames[list[i+1]] {
			return true
		}
	}
	return false
}

// workNames are what a loop asks for.
var workNames = words("job jobs task tasks work item items message messages msg msgs event events row rows record records more data batch pending entry entries")

// promptPhrases say in documentation that a function does not wait.
var promptPhrases = []string{"at once", "immediately", "does not wait", "does not block", "without waiting", "without blocking", "never blocks"}

// SaysPrompt reports whether documentation says that a function does not wait.
func SaysPrompt(doc string) bool {
	doc = strings.Join(strings.Fields(strings.ToLower(doc)), " ")
	return slices.ContainsFunc(promptPhrases, func(phrase string) bool { return strings.Contains(doc, phrase) })
}
