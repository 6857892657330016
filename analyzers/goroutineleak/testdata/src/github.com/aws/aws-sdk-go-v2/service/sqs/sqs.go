// Package sqs is a stub.
package sqs

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

type Client struct{}

type Options struct{}

type ReceiveMessageInput struct{ QueueUrl *string }

type ReceiveMessageOutput struct{ Messages []types.Message }

type DeleteMessageInput struct{ QueueUrl, ReceiptHandle *string }

type DeleteMessageOutput struct{}

func (*Client) ReceiveMessage(ctx context.Context, in *ReceiveMessageInput, opts ...func(*Options)) (*ReceiveMessageOutput, error) {
	return nil, nil
}

func (*Client) DeleteMessage(ctx context.Context, in *DeleteMessageInput, opts ...func(*Options)) (*DeleteMessageOutput, error) {
	return nil, nil
}
