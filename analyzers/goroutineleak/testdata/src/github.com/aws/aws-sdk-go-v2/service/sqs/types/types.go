// Package types is a stub.
package types

type Message struct{ Body, ReceiptHandle, MessageId *string }
